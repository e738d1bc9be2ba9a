"use strict";
// Runs the execution of a finding again, from the states that the page has of it, and lets the reader move in it.
(() => {
  const SKIP = 0, ASSIGN = 2, ASSUME = 3, ASSERT = 4, IF = 5, WHILE = 6;
  const integer = s => s === "" ? null : s.startsWith("-0x") ? -BigInt(s.slice(1)) : BigInt(s);

  function arith(op, x, y, truncate) {
    switch (op) {
    case 0: return x + y;
    case 1: return x - y;
    case 2: return x * y;
    }
    let q = x / y, r = x % y; // which round towards zero
    if (!truncate && r !== 0n && (r < 0n) !== (y < 0n)) { q -= 1n; r += y; }
    return op === 3 ? q : r;
  }
  function holds(op, x, y) {
    switch (op) {
    case 0: return x < y;
    case 1: return x <= y;
    case 2: return x > y;
    case 3: return x >= y;
    case 4: return x === y;
    }
    return x !== y;
  }

  class Machine {
    constructor(data) {
      this.data = data;
      this.ints = data.ints.map(integer);
      this.code = data.code.map(([kind, line, column, next, a, b, expr]) => ({kind, line, column, next, a, b, expr}));
      this.end = this.code.length;
      this.points = data.points.map(p => ({n: p.n, pc: p.pc, skip: p.skip, failed: false, iter: p.iter, rounds: p.rounds, raw: p.memory}));
    }
    // thaw returns a state that may be changed.
    thaw(p) {
      return {n: p.n, pc: p.pc, skip: p.skip, failed: p.failed, iter: p.iter.slice(), rounds: p.rounds.slice(),
        memory: p.memory ? p.memory.slice() : p.raw.map(integer), did: null};
    }
    at(s, pc) {
      if (pc < this.end && this.code[pc].kind === SKIP) { s.pc = this.code[pc].next; s.skip = true; }
      else { s.pc = pc; s.skip = false; }
    }
    eval(expr, memory) {
      const stack = [];
      for (let i = 0; i < expr.length;) {
        const op = expr[i++];
        switch (op) {
        case 0: stack.push(memory[expr[i++]]); break;
        case 1: stack.push(this.ints[expr[i++]]); break;
        case 2: stack.push(-stack.pop()); break;
        case 8: stack.push(expr[i++] === 1); break;
        case 9: stack.push(!stack.pop()); break;
        case 10: case 11: {
          const to = expr[i++];
          if (stack[stack.length - 1] === (op === 11)) i = to; else stack.pop();
          break;
        }
        case 12: {
          const link = expr[i++], to = expr[i++], y = stack.pop(), x = stack.pop();
          if (holds(link, x, y)) stack.push(y); else { stack.push(false); i = to; }
          break;
        }
        case 13: { const link = expr[i++], y = stack.pop(), x = stack.pop(); stack.push(holds(link, x, y)); break; }
        default: { const y = stack.pop(), x = stack.pop(); stack.push(arith(op - 3, x, y, this.data.truncate)); }
        }
      }
      return stack[0];
    }
    // step takes a step that the execution is known to take.
    step(s) {
      s.n++;
      if (s.skip) { this.at(s, s.pc); return; }
      const c = this.code[s.pc], did = s.did = {line: c.line, kind: c.kind};
      const value = this.eval(c.expr, s.memory);
      const done = () => { s.pc = c.next; s.skip = true; };
      switch (c.kind) {
      case ASSIGN: did.slot = c.a; did.old = s.memory[c.a]; s.memory[c.a] = value; done(); break;
      case ASSUME: done(); break;
      case ASSERT: did.truth = value; if (value) done(); else s.failed = true; break;
      case IF: {
        did.truth = value;
        const block = value ? c.a : c.b;
        if (block < 0) done(); else this.at(s, block);
        break;
      }
      case WHILE:
        did.truth = value;
        if (!value) { s.iter[c.b] = 0; done(); break; }
        s.iter[c.b]++; s.rounds[c.b]++;
        if (c.a < 0) { s.skip = true; } else this.at(s, c.a);
        break;
      default: throw new Error("step " + s.n + ": unexpected statement");
      }
    }
    line(s) {
      return s.n === this.data.steps ? this.data.line : s.pc < this.end ? this.code[s.pc].line : 0;
    }
    same(s, p) {
      return s.pc === p.pc && s.skip === p.skip && p.raw.every((v, i) => integer(v) === s.memory[i]);
    }
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
      const m = this.machine, from = Math.max(0, n - 2); // so that the state knows what was done before
      const i = this.find(m.points, p => p.n > from);
      if (i !== this.segment) { this.segment = i; this.near = [m.points[i]]; }
      const s = m.thaw(this.near[this.find(this.near, p => p.n > from)]);
      while (s.n < n) {
        if ((s.n & 15) === 0) yield;
        m.step(s);
        const last = this.near[this.near.length - 1], next = m.points[i + 1];
        if (s.n >= last.n + 128 && (!next || s.n < next.n)) this.near.push({...s, iter: s.iter.slice(), rounds: s.rounds.slice(), memory: s.memory.slice()});
        if (next && s.n === next.n && !m.same(s, next)) this.wrong = true;
      }
      return s;
    }
    at(n) { const w = this.walk(n); for (;;) { const r = w.next(); if (r.done) return r.value; } }
    // round returns the number of steps after which a loop begins its round k.
    *round(loop, k) {
      const m = this.machine, s = m.thaw(m.points[this.find(m.points, p => p.rounds[loop] >= k)]);
      while (s.rounds[loop] < k && s.n < m.data.steps) { if ((s.n & 15) === 0) yield; m.step(s); }
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

  const brief = v => {
    if (v === null) return "–";
    const s = v.toString();
    return s.length <= 60 ? s : s.slice(0, 24) + "…(" + s.length + " digits)…" + s.slice(-12);
  };
  const tidy = v => { const s = brief(v); return s.length > 30 ? s.slice(0, 12) + "…" + s.slice(-8) : s; };
  const add = (parent, name, text, attributes) => {
    const e = document.createElement(name);
    if (text !== undefined) e.textContent = text;
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    parent.append(e);
    return e;
  };

  function start(article) {
    const $ = s => article.querySelector(s);
    const box = $(".stepper"), data = JSON.parse($("script.replay").textContent);
    const replay = new Replay(data), steps = data.steps;
    const slider = $(".slider"), number = $(".number input"), now = $(".now"), body = $(".memory tbody"), source = $(".source");
    const play = $("[data-do=play]"), cursor = $(".cursor"), plot = $(".plot");
    let n = 0, here = null, timer = 0;
    article.vouch = replay;
    box.hidden = false;
    article.classList.add("live");
    $(".static").open = false;
    const loops = [];
    for (const c of replay.machine.code) if (c.kind === WHILE) loops[c.b] = c.line;
    const rows = data.shown.map(slot => {
      const row = add(body, "tr");
      add(row, "th", data.vars[slot], {scope: "row"});
      return {slot, row, value: add(row, "td"), old: add(row, "td")};
    });

    function tell(s) {
      const at = replay.machine.line(s), did = s.did;
      let text = "Step " + s.n + (at ? ", line " + at : ", the end") + ".";
      if (did && (!s.skip || s.n === steps || did.slot !== undefined)) {
        if (did.slot !== undefined) text += " " + data.vars[did.slot] + " became " + tidy(s.memory[did.slot]) + ".";
        else if (did.truth !== undefined) text += " The condition in line " + did.line + " was " + did.truth + ".";
      }
      s.iter.forEach((k, i) => {
        if (k > 0) text += " Round " + s.rounds[i] + " of the loop at line " + loops[i] + ".";
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
      rows.forEach(r => {
        const i = r.slot, changed = s.did !== null && s.did.slot === i;
        r.row.classList.toggle("changed", changed);
        r.value.textContent = brief(s.memory[i]);
        r.old.textContent = changed && s.did.old !== null ? brief(s.did.old) : "";
      });
      if (here) { here.classList.remove("here"); here.removeAttribute("aria-current"); }
      here = document.getElementById(article.id + "-L" + replay.machine.line(s));
      if (here) {
        here.classList.add("here");
        here.setAttribute("aria-current", "step");
        const top = here.offsetTop, bottom = top + here.offsetHeight;
        if (top < source.scrollTop) source.scrollTop = top - 40;
        else if (bottom > source.scrollTop + source.clientHeight) source.scrollTop = bottom - source.clientHeight + 40;
      }
      if (cursor) {
        const left = +plot.dataset.left, right = +plot.dataset.right, x = left + (right - left) * (steps ? n / steps : 0);
        cursor.setAttribute("x1", x);
        cursor.setAttribute("x2", x);
      }
    }
    function seek(to, then) {
      to = Math.min(steps, Math.max(0, Math.trunc(+to) || 0));
      unhurried(article, replay.walk(to), s => { show(s); if (then) then(); });
    }
    // A skip between two statements is passed over, so that a step of the buttons is a statement.
    function next(then) {
      if (n >= steps) return;
      hop(n, 1, then);
    }
    function previous() {
      if (n > 0) hop(n, -1);
    }
    function hop(from, by, then) {
      unhurried(article, replay.walk(from + by), s => {
        if (s.skip && s.n > 0 && s.n < steps) { hop(s.n, by, then); return; }
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
      first: () => seek(0), last: () => seek(steps), next: () => next(), previous,
      play: () => {
        if (timer) { stop(); return; }
        play.setAttribute("aria-pressed", "true");
        play.setAttribute("aria-label", "Pause");
        play.textContent = "❚❚";
        now.setAttribute("aria-live", "off");
        timer = 1;
        if (n >= steps) seek(0, run); else run();
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
        unhurried(article, replay.round(+select.value, want), to => seek(to));
      });
    }
    if (plot) plot.addEventListener("click", e => {
      const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(plot.getScreenCTM().inverse());
      const left = +plot.dataset.left, right = +plot.dataset.right;
      stop();
      seek(Math.round(steps * (p.x - left) / (right - left)));
    });
    article.addEventListener("click", e => {
      const link = e.target.closest("a[data-step]");
      if (link) { stop(); seek(link.dataset.step); }
    });
    seek(0);
  }

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
    const rows = [...document.querySelectorAll(".list tbody tr")], entries = [...document.querySelectorAll("details.entry")];
    const filter = () => {
      const text = form.elements.text.value.trim().toLowerCase(), verdict = form.elements.verdict.value;
      const fault = form.elements.fault ? form.elements.fault.value : "";
      let shown = 0;
      rows.forEach((row, i) => {
        const hit = row.textContent.toLowerCase().includes(text) && (!verdict || row.dataset.verdict === verdict) && (!fault || row.dataset.fault === fault);
        row.hidden = entries[i].hidden = !hit;
        if (hit) shown++;
      });
      form.querySelector("output").textContent = shown === rows.length ? "" : shown + " of " + rows.length;
    };
    form.addEventListener("input", filter);
    form.addEventListener("submit", e => e.preventDefault());
  }
})();
