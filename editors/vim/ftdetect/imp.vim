" Files of IMP. Vim itself takes *.imp for the method B.
autocmd BufNewFile,BufRead *.imp,*.bug set filetype=imp
