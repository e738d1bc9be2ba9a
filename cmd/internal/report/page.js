"use strict";
// Runs the execution of a finding again, from the states that the page has of it, and lets the reader move in it.
(() => {
  // Values are BigInt for integers, boolean, number for floats, null where undefined, and objects for pointers: {o, off} into object o, {a} for an
  // address, {f} for a function; {x} is text for what is only shown.
  const integer = s => s.startsWith("-0x") ? -BigInt(s.slice(1)) : BigInt(s);
  const float = (bits, size) => {
    const v = new DataView(new ArrayBuffer(8));
    v.setBigUint64(0, BigInt.asUintN(64, BigInt(bits)));
    return size === 64 ? v.getFloat64(0) : v.getFloat32(4);
  };
  function value(s) {
    const rest = s.slice(1);
    switch (s[0]) {
    case undefined: return null;
    case "t": return true;
    case "f": return false;
    case "d": return float(rest, 64);
    case "s": return float(rest, 32);
    case "a": return {a: integer(rest)};
    case "c": return {f: +rest};
    case "x": return {x: rest};
    case "p": { const [o, off] = rest.split(" "); return {o: +o, off: integer(off)}; }
    }
    return integer(s);
  }
  const key = v => v !== null && typeof v === "object" ? JSON.stringify(v, (_, x) => typeof x === "bigint" ? "" + x : x) : v;
  const equal = (x, y) => Object.is(key(x), key(y));

  const floorDiv = (x, y) => { const q = x / y, r = x % y; return r !== 0n && (r < 0n) !== (y < 0n) ? q - 1n : q; };
  const offset = p => p.o !== undefined ? p.off : p.a;
  const moved = (p, n) => p.o !== undefined ? {o: p.o, off: p.off + n} : p.a !== undefined ? {a: p.a + n} : n === 0n ? p : {x: "?"};
  const nothing = v => v === null || v === undefined;
  const space = 1n << 32n, firstFunction = 1n << 62n;
  const address = p => p.o !== undefined ? BigInt(p.o) * space + p.off : p.f !== undefined ? firstFunction + 16n * BigInt(p.f) : p.a;
  const floats = {fadd: (x, y) => x + y, fsub: (x, y) => x - y, fmul: (x, y) => x * y, fdiv: (x, y) => x / y, fneg: x => -x, fsqrt: Math.sqrt};
  // The operators, each with as many operands as its function has.
  const operators = {
    neg: x => -x, add: (x, y) => x + y, sub: (x, y) => x - y, mul: (x, y) => x * y,
    div: floorDiv, mod: (x, y) => x - y * floorDiv(x, y), quo: (x, y) => x / y, rem: (x, y) => x % y,
    bitand: (x, y) => x & y, bitor: (x, y) => x | y, bitxor: (x, y) => x ^ y, shl: (x, y) => x << y, shr: (x, y) => x >> y,
    lt: (x, y) => x < y, le: (x, y) => x <= y, gt: (x, y) => x > y, ge: (x, y) => x >= y, eq: (x, y) => x === y, ne: (x, y) => x !== y,
    not: x => !x, move: moved, diff: (p, q) => offset(p) - offset(q), same: (p, q) => address(p) === address(q), below: (p, q) => offset(p) < offset(q),
    toint: address, "freeze int": v => nothing(v) ? 0n : v, "freeze ptr": v => nothing(v) ? {a: 0n} : v,
    "freeze f32": v => nothing(v) ? 0 : v, "freeze f64": v => nothing(v) ? 0 : v,
    ...floats, feq: (x, y) => x === y, flt: (x, y) => x < y, fle: (x, y) => x <= y,
    inttof32: n => Math.fround(Number(n)), inttof64: n => Number(n), ftoint: x => BigInt(Math.trunc(x)), widen: x => x, narrow: Math.fround,
  };
  for (const name in floats) {
    const f = floats[name];
    operators[name + " f32"] = f.length === 1 ? x => Math.fround(f(x)) : (x, y) => Math.fround(f(x, y));
  }

  // Machine runs the code of a program. It has no memory: what was loaded from it, it is given.
  class Machine {
    constructor(data) {
      this.data = data;
      const code = data.code;
      this.consts = code.consts.map(value);
      const pointer = n => {
        const o = n / space, f = (n - firstFunction) / 16n;
        if (n > 0n && o > 0n && o <= code.objects.length) return {o: Number(o), off: n % space};
        return n >= firstFunction && f < code.funcs.length && n % 16n === 0n ? {f: Number(f)} : {a: n};
      };
      this.ops = code.ops.map(name => ({name, run: name === "toptr" ? pointer : operators[name]}));
      this.objects = code.objects;
      const place = (file, line) => { const at = file < 0 ? 1 : data.files[file]; return {file: at, line: at ? line : 0}; };
      this.funcs = code.funcs.map(f => ({...f, code: f.code.map(([op, file, line, dst, then, els, loop, exprs]) =>
        ({op: code.instrs[op], ...place(file, line), dst, then, els, loop, exprs}))}));
      this.fault = place(...data.at);
      this.inputs = data.inputs;
      this.points = data.points;
    }
    // thaw returns a state that may be changed.
    thaw(p) {
      return {n: p.n, loads: p.loads, drawn: p.drawn, rounds: p.rounds.map(r => r.slice()), did: p.did || null,
        frames: p.frames.map(f => ({f: f.f, pc: f.pc, iter: f.iter.slice(), slots: f.values ? f.values.slice() : f.slots.map(value)}))};
    }
    single(f, slot) { return this.funcs[f].f32.includes(slot); }
    top(s) { return s.frames[s.frames.length - 1]; }
    instr(s) { const f = this.top(s); return this.funcs[f.f].code[f.pc]; }
    // quiet reports whether nobody cares about an instruction: it is passed over.
    quiet(s) {
      const c = this.instr(s);
      return ["jump", "enter", "end", "protect", "leaks"].includes(c.op) || c.line === 0 || c.dst >= 0 && c.op !== "call" && this.funcs[this.top(s).f].vars[c.dst].startsWith("$");
    }
    // last returns the last instruction of a loop: the last one that goes back to its head.
    last(fn, head) { return fn.code.reduce((last, c, pc) => (c.op === "jump" || c.op === "branch") && (c.then === head || c.els === head) ? pc : last, head); }
    eval(expr, slots) {
      const stack = [];
      for (let i = 0; i < expr.length;) {
        const op = this.ops[expr[i++]];
        switch (op.name) {
        case "const": stack.push(this.consts[expr[i++]]); break;
        case "read": stack.push(slots[expr[i++]]); break;
        case "and": case "or": {
          const to = expr[i++];
          if (stack[stack.length - 1] === (op.name === "or")) i = to; else stack.pop();
          break;
        }
        default: {
          const y = op.run.length === 2 ? stack.pop() : undefined, x = stack.pop();
          stack.push(op.run(x, y));
        }
        }
      }
      return stack[0];
    }
    // step takes a step that the execution is known to take.
    step(s) {
      s.n++;
      const f = this.top(s), c = this.instr(s), quiet = this.quiet(s), did = {at: c, f: f.f};
      const arg = i => this.eval(c.exprs[i], f.slots);
      const set = (frame, slot, v) => {
        if (slot < 0) return;
        did.slot = slot; did.f = frame.f; did.old = frame.slots[slot]; did.depth = s.frames.length;
        frame.slots[slot] = v;
      };
      let next = f.pc + 1;
      switch (c.op) {
      case "set": set(f, c.dst, arg(0)); break;
      case "draw": set(f, c.dst, value(this.inputs[s.drawn++])); break;
      case "load": case "alloc": case "extent": case "room": set(f, c.dst, value(this.data.loads[s.loads++])); break;
      case "branch":
        did.truth = arg(0);
        next = did.truth ? c.then : c.els;
        if (did.truth && c.loop >= 0) { f.iter[c.loop]++; s.rounds[f.f][c.loop]++; }
        break;
      case "jump": next = c.then; break;
      case "enter": f.iter[c.loop] = 0; break;
      case "call": {
        const to = arg(0).f, callee = this.funcs[to], slots = callee.vars.map(() => null);
        for (let i = 0; i < callee.params; i++) slots[i] = arg(i + 1);
        s.frames.push({f: to, pc: 0, iter: callee.loops.map(() => 0), slots});
        s.did = did;
        return;
      }
      case "return": {
        const v = c.exprs.length ? arg(0) : null;
        if (s.frames.length === 1) return;
        s.frames.pop();
        const caller = this.top(s);
        set(caller, this.instr(s).dst, v);
        caller.pc++;
        s.did = did;
        return;
      }
      }
      f.pc = next;
      if (!quiet) s.did = did;
    }
    at(s) { return s.n === this.data.steps ? this.fault : this.instr(s); }
    line(s) { return this.at(s).line; }
    // anchor returns the anchor of a place, behind the name of the section, and spot its name.
    anchor(at) { return (at.file > 1 ? "F" + at.file + "-" : "") + "L" + at.line; }
    spot(at) { return "line " + at.line + (at.file > 1 ? " of " + this.data.names[at.file - 1] : ""); }
    same(s, p) {
      return s.frames.length === p.frames.length && s.frames.every((f, k) => {
        const q = p.frames[k];
        return f.f === q.f && f.pc === q.pc && q.slots.every((v, i) => equal(value(v), f.slots[i]));
      });
    }
    copy(s) { return {n: s.n, loads: s.loads, drawn: s.drawn, rounds: s.rounds.map(r => r.slice()), did: s.did,
      frames: s.frames.map(f => ({f: f.f, pc: f.pc, iter: f.iter.slice(), values: f.slots.slice()}))}; }
  }

  // Replay gives states by number. It keeps those near the last one asked for.
  class Replay {
    constructor(data) { this.machine = new Machine(data); this.near = []; this.segment = -1; this.wrong = false; }
    // find returns the last index whose state is not beyond what before says.
    find(list, beyond) {
      let low = 0, high = list.length;
      while (high - low > 1) { const mid = (low + high) >> 1; if (beyond(list[mid])) high = mid; else low = mid; }
      return low;
    }
    // walk returns the state after n steps, with what the last statement did. It yields on the way, since it may take long.
    *walk(n) {
      const m = this.machine, from = Math.max(0, n - 8); // so that the state knows what was done before
      const i = this.find(m.points, p => p.n > from);
      if (i !== this.segment) { this.segment = i; this.near = [m.points[i]]; }
      const s = m.thaw(this.near[this.find(this.near, p => p.n > from)]);
      while (s.n < n) {
        if ((s.n & 15) === 0) yield;
        m.step(s);
        const last = this.near[this.near.length - 1], next = m.points[i + 1];
        if (s.n >= last.n + 128 && (!next || s.n < next.n)) this.near.push(m.copy(s));
        if (next && s.n === next.n && !m.same(s, next)) this.wrong = true;
      }
      return s;
    }
    text(s) { const m = this.machine, top = m.top(s); return top.slots.map((v, i) => full(v, m, m.single(top.f, i))).join(" "); }
    at(n) { const w = this.walk(n); for (;;) { const r = w.next(); if (r.done) return r.value; } }
    // round returns the number of steps after which a loop begins its round k.
    *round(fn, loop, k) {
      const m = this.machine, s = m.thaw(m.points[this.find(m.points, p => p.rounds[fn][loop] >= k)]);
      while (s.rounds[fn][loop] < k && s.n < m.data.steps) { if ((s.n & 15) === 0) yield; m.step(s); }
      return s.n;
    }
  }

  // unhurried runs a generator to its end in slices, unless another run begins for the same owner.
  function unhurried(owner, generator, then) {
    const mine = owner.job = {};
    const slice = () => {
      if (owner.job !== mine) return;
      const until = performance.now() + 40;
      do {
        const r = generator.next();
        if (r.done) { then(r.value); return; }
      } while (performance.now() < until);
      setTimeout(slice);
    };
    slice();
  }

  // short is the shortest text that stands for a float of 32 bits.
  function short(v) {
    for (let digits = 1; digits < 9; digits++) if (Math.fround(+v.toPrecision(digits)) === v) return String(+v.toPrecision(digits));
    return String(v);
  }
  const full = (v, m, single) => {
    if (v === null) return "–";
    if (single && typeof v === "number") return short(v);
    if (typeof v !== "object") return String(v);
    if (v.x !== undefined) return v.x;
    if (v.f !== undefined) return "&" + m.funcs[v.f].name;
    if (v.a !== undefined) return v.a === 0n ? "null" : "0x" + v.a.toString(16);
    return (m.objects[v.o - 1] || "&" + v.o) + (v.off === 0n ? "" : v.off > 0n ? "+" + v.off : v.off);
  };
  const brief = (v, m, single) => {
    const s = full(v, m, single);
    return s.length <= 60 ? s : s.slice(0, 24) + "…(" + s.length + (typeof v === "bigint" ? " digits" : " characters") + ")…" + s.slice(-12);
  };
  const tidy = (v, m, single) => { const s = brief(v, m, single); return s.length > 30 ? s.slice(0, 12) + "…" + s.slice(-8) : s; };
  const add = (parent, name, text, attributes) => {
    const e = document.createElement(name);
    if (text !== undefined) e.textContent = text;
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    parent.append(e);
    return e;
  };

  // picture draws memory in place of the drawing at the fault.
  function picture(svg, p, id) {
    const put = (parent, name, attributes, text) => {
      const e = document.createElementNS(svg.namespaceURI, name);
      if (text !== undefined) e.textContent = text;
      for (const k in attributes) e.setAttribute(k, attributes[k]);
      parent.append(e);
      return e;
    };
    const drawn = svg.cloneNode(false);
    drawn.append(svg.querySelector("defs").cloneNode(true));
    for (const [k, v] of Object.entries({viewBox: `0 0 ${p.w} ${p.h}`, width: p.w, height: p.h})) drawn.setAttribute(k, v);
    drawn.classList.toggle("fits", p.w <= 760);
    for (const b of p.boxes) {
      const g = put(drawn, "g", {class: b.c});
      put(g, "rect", {class: "body", x: b.x, y: b.y, width: b.w, height: b.h, rx: 4});
      put(g, "text", {class: "title", x: b.x, y: b.y, dx: 8, dy: 16}, b.t);
      for (const n of b.notes || []) put(n.l ? put(g, "a", {href: "#" + id + "-" + n.l.a}) : g, "text", {class: "note", x: b.x, y: n.y, dx: 8, dy: 3}, n.t);
      for (const r of b.rows || []) {
        const row = put(g, "g", {class: "row " + (r.c || "")});
        put(row, "rect", {x: b.x, y: r.y, width: b.w, height: 20});
        put(row, "path", {d: `M${b.x} ${r.y}h${b.w}`});
        put(row, "text", {class: "off", x: b.x, y: r.y, dx: 8, dy: 14}, r.l);
        if (r.r) put(row, "text", {x: b.x + b.w, y: r.y, dx: -8, dy: 14, "text-anchor": "end"}, r.r);
        else put(row, "circle", {cx: b.x + b.w - 10, cy: r.y + 10, r: 3});
      }
    }
    for (const a of p.arrows || []) put(drawn, "path", {class: "pointer", d: a.d, "marker-end": `url(#${id}-tip)`});
    return drawn;
  }

  let current = null; // steps through the run that was opened or touched last, for the arrow keys, wherever these do nothing else

  function start(article) {
    const $ = s => article.querySelector(s);
    const box = $(".controls"), data = JSON.parse($("script.replay").textContent);
    const replay = new Replay(data), steps = data.steps;
    const slider = $(".slider"), number = $(".number input"), now = $(".now"), body = $(".memory tbody"), source = $(".source");
    const play = $("[data-do=play]"), cursor = $(".cursor"), plot = $(".plot");
    const first = data.first;
    const drawing = $(".drawing"), heap = drawing && drawing.querySelector("svg"), title = $(".moment"), undrawn = $(".undrawn");
    let n = first, here = null, timer = 0, fresh = true;
    article.vouch = replay;
    article.querySelectorAll(".stepper").forEach(e => { e.hidden = false; });
    article.classList.add("live");
    $(".static").open = false;
    const machine = replay.machine;
    let rows = [], shownFunc = -1;
    // table makes the rows of the variables of a function.
    function table(f) {
      if (f === shownFunc) return;
      shownFunc = f;
      body.replaceChildren();
      rows = data.shown[f].map(slot => {
        const row = add(body, "tr");
        add(row, "th", machine.funcs[f].vars[slot], {scope: "row"});
        return {slot, row, value: add(row, "td"), old: add(row, "td")};
      });
    }

    function tell(s) {
      const at = machine.at(s), did = s.did, top = machine.top(s), fn = machine.funcs[top.f];
      let text = "Step " + s.n + (at.line ? ", " + machine.spot(at) : "") + (s.frames.length > 1 ? ", in " + fn.name : "") + ".";
      if (did) {
        const name = did.slot !== undefined ? machine.funcs[did.f].vars[did.slot] : "";
        if (name && !name.startsWith("$")) text += " " + name + " became " + tidy(s.frames[did.depth - 1 < s.frames.length ? did.depth - 1 : s.frames.length - 1].slots[did.slot], machine, machine.single(did.f, did.slot)) + ".";
        else if (did.truth !== undefined) text += " The condition in " + machine.spot(did.at) + " was " + did.truth + ".";
      }
      fn.loops.forEach((pc, i) => {
        if (top.iter[i] > 0 && pc <= top.pc && top.pc <= machine.last(fn, pc)) text += " Round " + s.rounds[top.f][i] + " of the loop at " + machine.spot(fn.code[pc]) + ".";
      });
      if (s.n === steps) text += " Fault: " + data.fault + ".";
      return text;
    }
    function show(s) {
      n = s.n;
      slider.value = n;
      number.value = n;
      const text = tell(s);
      slider.setAttribute("aria-valuetext", text);
      now.textContent = text;
      if (replay.wrong) add(now, "span", " This replay disagrees with the checked run; do not rely on it.", {class: "warning"});
      const top = machine.top(s);
      table(top.f);
      rows.forEach(r => {
        const i = r.slot, changed = s.did !== null && s.did.slot === i && s.did.f === top.f;
        r.row.classList.toggle("changed", changed);
        const single = machine.single(top.f, i);
        r.value.textContent = brief(top.slots[i], machine, single);
        r.old.textContent = changed && s.did.old !== null ? brief(s.did.old, machine, single) : "";
        r.row.hidden = r.value.textContent === "–" && !changed;
      });
      if (here) { here.classList.remove("here"); here.removeAttribute("aria-current"); }
      article.querySelectorAll(".pointed").forEach(e => e.classList.remove("pointed"));
      here = document.getElementById(article.id + "-" + machine.anchor(machine.at(s)));
      if (here) {
        here.classList.add("here");
        here.setAttribute("aria-current", "step");
        if (fresh) fit();
        center(here, fresh);
        if (fresh) reveal(here);
        fresh = false;
      }
      remember();
      if (cursor) {
        const left = +plot.dataset.left, right = +plot.dataset.right, x = left + (right - left) * (steps ? n / steps : 0);
        cursor.setAttribute("x1", x);
        cursor.setAttribute("x2", x);
      }
    }
    // remember shows memory at the step.
    function remember() {
      if (!heap) return;
      const d = n < steps && data.memory.find(d => d.from <= n), known = n === steps || d && n <= d.to && d.p;
      title.textContent = n === steps ? "Memory at the fault" : "Memory at this step";
      undrawn.hidden = n === steps || d && n <= d.to;
      drawing.style.minHeight = drawing.scrollHeight + "px"; // so that what follows stays where it is
      drawing.replaceChildren(...known ? [n === steps ? heap : picture(heap, d.p, article.id)] : []);
    }
    // center brings a line into the middle of the code box if it is not in view, or always.
    function center(line, always) {
      const top = line.offsetTop, bottom = top + line.offsetHeight, room = 2 * line.offsetHeight;
      if (always || top - room < source.scrollTop || bottom + room > source.scrollTop + source.clientHeight) source.scrollTop = (top + bottom - source.clientHeight) / 2;
    }
    // fit ends the code box where the window ends, so that nothing in it is below the window. Where too little would be left, it keeps its size.
    function fit() {
      const room = innerHeight - Math.max(source.getBoundingClientRect().top, 0) - 24;
      if (room < 160) source.style.removeProperty("--room");
      else source.style.setProperty("--room", room + "px");
    }
    // reveal scrolls the page as little as a line needs that is below the window.
    function reveal(line) {
      const below = line.getBoundingClientRect().bottom + 24 - innerHeight;
      if (below > 0) scrollBy({top: below, behavior: "instant"});
    }
    addEventListener("scroll", fit, {passive: true});
    addEventListener("resize", () => { fit(); if (here) center(here, false); });
    function seek(to, then) {
      to = Math.min(steps, Math.max(first, Math.trunc(+to) || 0));
      unhurried(article, replay.walk(to), s => { show(s); if (then) then(); });
    }
    // Steps about which nobody cares are passed over, so that a step of the buttons is a statement.
    function next(then) {
      if (n >= steps) return;
      hop(n, 1, then);
    }
    function previous() {
      if (n > first) hop(n, -1);
    }
    function hop(from, by, then) {
      unhurried(article, replay.walk(from + by), s => {
        if (s.n > first && s.n < steps && machine.quiet(s)) { hop(s.n, by, then); return; }
        show(s);
        if (then) then();
      });
    }
    function stop() {
      clearTimeout(timer);
      timer = 0;
      play.setAttribute("aria-pressed", "false");
      play.setAttribute("aria-label", "Play");
      play.textContent = "▶";
      now.setAttribute("aria-live", "polite");
    }
    function run() {
      if (n >= steps) { stop(); return; }
      next(() => { if (timer) timer = setTimeout(run, 350); });
    }
    const does = {
      first: () => seek(first), last: () => seek(steps), next: () => next(), previous,
      play: () => {
        if (timer) { stop(); return; }
        play.setAttribute("aria-pressed", "true");
        play.setAttribute("aria-label", "Pause");
        play.textContent = "❚❚";
        now.setAttribute("aria-live", "off");
        timer = 1;
        if (n >= steps) seek(first, run); else run();
      },
    };
    box.addEventListener("click", e => {
      const what = e.target.closest("[data-do]");
      if (!what) return;
      if (what.dataset.do !== "play") stop();
      does[what.dataset.do]();
    });
    slider.addEventListener("input", () => { stop(); seek(slider.value); });
    number.addEventListener("change", () => { stop(); seek(number.value); });
    const rounds = $(".rounds");
    if (rounds) {
      const select = rounds.querySelector("select"), k = rounds.querySelector("input");
      const most = () => +select.selectedOptions[0].dataset.rounds;
      select.addEventListener("change", () => { k.max = most(); if (+k.value > most()) k.value = most(); });
      rounds.addEventListener("submit", e => {
        e.preventDefault();
        stop();
        const want = Math.min(most(), Math.max(1, Math.trunc(+k.value) || 1));
        const [fn, loop] = select.value.split(".");
        unhurried(article, replay.round(+fn, +loop, want), to => seek(to));
      });
    }
    if (plot) plot.addEventListener("click", e => {
      const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(plot.getScreenCTM().inverse());
      const left = +plot.dataset.left, right = +plot.dataset.right;
      stop();
      seek(Math.round(steps * (p.x - left) / (right - left)));
    });
    article.addEventListener("click", e => {
      const link = e.target.closest("a");
      if (!link || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey) return;
      if (link.dataset.step) { stop(); seek(link.dataset.step); }
      const hash = link.getAttribute("href"), line = /-(F\d+-)?L\d+$/.test(hash) && hash.startsWith("#" + article.id + "-") && document.getElementById(hash.slice(1));
      if (!line) return;
      e.preventDefault(); // the code box stays in view: the line comes to the reader
      article.querySelectorAll(".pointed").forEach(e => e.classList.remove("pointed"));
      if (!link.dataset.step) line.classList.add("pointed");
      history.pushState(null, "", hash);
      center(line, false);
      const box = source.getBoundingClientRect();
      if (box.bottom < 60 || box.top > innerHeight - 60) source.scrollIntoView({block: "nearest"});
    });
    const stepped = {next: () => { stop(); next(); }, previous: () => { stop(); previous(); }};
    article.addEventListener("pointerdown", () => { current = stepped; });
    current = stepped;
    seek(steps);
  }

  addEventListener("keydown", e => {
    if (!current || e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || e.target.closest("input, select, textarea, .wide")) return;
    if (e.key === "ArrowRight") current.next();
    else if (e.key === "ArrowLeft") current.previous();
    else return;
    e.preventDefault();
  });

  // Sections begin when they are opened: a page may have many.
  for (const article of document.querySelectorAll("article.finding")) {
    if (!article.querySelector("script.replay")) continue;
    const around = article.closest("details.entry");
    const begin = () => { if (!article.vouch) start(article); };
    if (!around || around.open) begin();
    else around.addEventListener("toggle", () => { if (around.open) begin(); });
  }

  function open() {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { return; } // no anchor of this page
    const target = document.getElementById(id);
    if (!target) return;
    for (let d = target.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
    target.scrollIntoView();
  }
  addEventListener("hashchange", open);
  open();
  addEventListener("beforeprint", () => { for (const d of document.querySelectorAll("details:not(.tree details)")) d.open = true; });

  const form = document.querySelector(".filters");
  if (form) {
    form.hidden = false;
    const rows = [...document.querySelectorAll(".list tr.row")], entries = [...document.querySelectorAll("details.entry")];
    const filter = () => {
      const text = form.elements.text.value.trim().toLowerCase(), verdict = form.elements.verdict.value;
      const fault = form.elements.fault ? form.elements.fault.value : "";
      let shown = 0;
      rows.forEach((row, i) => {
        const hit = row.textContent.toLowerCase().includes(text) && (!verdict || row.dataset.verdict === verdict) && (!fault || row.dataset.fault === fault);
        row.hidden = entries[i].hidden = !hit;
        if (hit) shown++;
      });
      document.querySelectorAll(".list tbody").forEach(group => { group.hidden = !group.querySelector("tr.row:not([hidden])"); });
      form.querySelector("output").textContent = shown === rows.length ? "" : shown + " of " + rows.length;
    };
    form.addEventListener("input", filter);
    form.addEventListener("submit", e => e.preventDefault());
  }
})();
