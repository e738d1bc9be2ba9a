package main

// This file defines what the help of several commands says.

// ofFolders says what is taken of a folder.
const ofFolders = "Of a\nfolder, the programs, *.imp and *.bug, in it and its subfolders are taken, in the order of their names, but for\n" +
	"names that begin with a dot; links to folders are not followed. - is standard input."
