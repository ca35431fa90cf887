/* The list of races, its filter, and one race in full. Texts become text nodes only. */
(() => {
  const PAGE = 200;
  const MEANING = {
    CONFIRMED: "Two threads were held at both accesses at the same time.",
    OBSERVED: "Nothing orders the two accesses in the recorded run: a data race by definition.",
    WITNESSED: "Ordered in the recorded run, but the same threads can run in another order, in which both accesses come next.",
    PREDICTED: "Ordered in the recorded run; a candidate that is not proved.",
    REFUTED: "No order of the same events lets them race."
  };
  const MEANING_OF_DEADLOCK = {
    CONFIRMED: "Each thread was held at its request at the same time, with the lock that another one requested.",
    OBSERVED: "The threads waited for each other's locks in the recorded run.",
    WITNESSED: "No deadlock in the recorded run, but the same threads can run in another order, in which each of them waits forever.",
    PREDICTED: "Each thread requests a lock that another one holds, but not at the same time in the recorded run; a candidate that is not proved.",
    REFUTED: "No order of the same events lets all of them wait."
  };
  const ENDED = {
    FAILED: "failed for a reason other than a race, so races may be missing",
    NOT_CHECKED: "was not checked; its failure says why"
  };
  const EVENTS = [
    ["r", "w", "reads and writes"], ["ar", "aw", "reads and writes atomically"],
    ["acq", "rel", "acquires a lock, releases it"], ["acqr", "relr", "acquires a lock in shared mode, releases it"],
    ["fork", "join", "starts a thread, joins it"], ["begin", "end", "first and last event of a thread"],
    ["sr", "sw", "reads and writes a volatile or atomic variable, which orders"],
    ["snd", "rcv", "publishes what was done so far, receives it: through a queue, a latch or final fields"],
    ["notify", "wake", "wakes a waiting thread, is woken"], ["alloc", "alloc", "allocates an object"]
  ];
  const byId = id => document.getElementById(id);
  const index = JSON.parse(byId("index").textContent);
  const races = index.races.map((race, i) => ({
    ...race, i, search: [race.className, race.variable, ...race.locations, ...race.threads, race.grade, race.conflict, race.state, ...race.owners].join("\n").toLowerCase()
  }));
  let lines = null;
  let shown = PAGE;
  let current = -1;

  function el(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      node.setAttribute(key, value);
    }
    node.append(...children.filter(child => child !== null && child !== undefined));
    return node;
  }

  function detailOf(i) {
    lines = lines || byId("details").textContent.split("\n");
    return JSON.parse(lines[i]);
  }

  const number = n => n.toLocaleString("en");
  const count = (n, one) => `${number(n)} ${one}${n === 1 ? "" : "s"}`;
  const meaningOf = (grade, isDeadlock) => (isDeadlock ? MEANING_OF_DEADLOCK : MEANING)[grade];
  const badge = (grade, isDeadlock) => el("span", {class: `badge ${grade}`, title: meaningOf(grade, isDeadlock)}, grade);

  /* Whether a race is new, where that is known; that it is accepted is shown in any case. */
  const STATES = {NEW: "No earlier run has shown it.", KNOWN: "An earlier run has shown it."};
  const stateBadge = state => STATES[state] ? el("span", {class: `badge ${state}`, title: STATES[state]}, state) : null;

  const limitText = limit => `limit: ${limit.effect}${limit.option && ` (see ${limit.option})`}`;

  function total(list) {
    const deadlocks = list.filter(race => race.deadlock).length;
    const others = list.length - deadlocks;
    return [others || !deadlocks ? count(others, "race") : "", deadlocks ? count(deadlocks, "deadlock") : ""].filter(Boolean).join(", ");
  }

  function header() {
    byId("summary").textContent = [index.version, ...index.summary, total(races)].filter(Boolean).join(" · ");
    const grades = new Map();
    races.forEach(race => grades.set(race.grade, (grades.get(race.grade) || 0) + 1));
    const order = Object.keys(MEANING).filter(grade => grades.has(grade));
    const meanings = grade => [false, true].filter(is => races.some(race => race.grade === grade && Boolean(race.deadlock) === is)).map(is => meaningOf(grade, is)).join(" ");
    byId("grades").append(...order.map(grade => el("span", {class: `badge ${grade}`, title: meanings(grade)}, `${number(grades.get(grade))} ${grade}`)));
    const warnings = [...index.warnings, ...index.tests.flatMap(test =>
      [ENDED[test.outcome], ...test.warnings, ...test.limits.map(limitText)].filter(Boolean).map(warning => `${test.name}: ${warning}`))];
    byId("warnings").append(...warnings.slice(0, 20).map(warning => el("p", {}, warning)));
    if (warnings.length > 20) {
      byId("warnings").append(el("p", {}, `and ${warnings.length - 20} more warnings, in races.json`));
    }
    byId("gone").append(...index.gone.map(race => el("p", {}, el("span", {class: "badge GONE", title: "Each test that had shown it ran to its end without showing it."}, "GONE"),
      ` ${race.text}, last seen ${race.lastSeen}${race.owners.length ? `; owners: ${race.owners.join(", ")}` : ""}`)));
    const states = Object.keys(STATES).filter(state => races.some(race => race.state === state));
    const accepted = races.some(race => race.accepted) ? ["accepted"] : [];
    byId("only").append(...[...order, ...states, ...accepted].map(grade =>
      el("label", {}, el("input", {type: "checkbox", checked: "", value: grade}), grade)));
  }

  function matching() {
    const words = byId("text").value.toLowerCase().split(/\s+/).filter(Boolean);
    const off = new Set([...byId("only").querySelectorAll("input:not(:checked)")].map(box => box.value));
    return races.filter(race =>
      !off.has(race.grade) && !off.has(race.state) && !(race.accepted && off.has("accepted")) && words.every(word => race.search.includes(word)));
  }

  function entry(race) {
    const [first, second] = race.locations;
    const both = race.deadlock ? race.locations.join(" and ") : first === second ? `both at ${first}` : `${first} and ${second}`;
    const button = el("button", {type: "button", "data-race": race.i, "aria-current": String(race.i === current)},
      el("span", {class: "name"}, race.variable, " ", badge(race.grade), " ", stateBadge(race.state), race.accepted ? el("span", {class: "badge accepted"}, "accepted") : null),
      el("span", {class: "where"}, `${race.conflict}, ${both}`));
    return el("li", {}, button);
  }

  function list() {
    const found = matching();
    const groups = new Map();
    for (const race of found.slice(0, shown)) {
      const key = race.className || "(no class known)";
      groups.set(key, [...(groups.get(key) || []), race]);
    }
    const totals = new Map();
    found.forEach(race => totals.set(race.className, (totals.get(race.className) || 0) + 1));
    byId("list").replaceChildren(...[...groups].map(([name, members]) =>
      el("section", {}, el("h2", {}, name, " ", el("span", {}, `(${totals.get(members[0].className)})`)), el("ul", {}, ...members.map(entry)))));
    if (found.length > shown) {
      byId("list").append(el("button", {type: "button", id: "more"}, `Show ${Math.min(PAGE, found.length - shown)} more`));
    }
    byId("count").textContent = found.length === races.length ? total(races) : `${number(found.length)} of ${total(races)}`;
    return found;
  }

  function sourceOf(frame, before, after) {
    const file = index.files[`${frame.className}:${frame.file}`];
    if (!file || !frame.line) {
      return null;
    }
    const rows = [];
    for (let line = frame.line - before; line <= frame.line + after; line++) {
      if (Object.hasOwn(file.lines, line)) {
        rows.push(el("span", line === frame.line && before ? {class: "hit"} : {}, el("i", {}, String(line)), ...Source.coloured(file.lines[line] || " ", file.path)));
      }
    }
    return rows.length ? el("pre", {title: file.path}, ...rows) : null;
  }

  const locationOf = frame => (frame.file || frame.className) + (frame.line ? `:${frame.line}` : "");

  function frameItem(frame, isAccess) {
    const call = frame.className ? `${frame.className}.${frame.method}` : "";
    return el("li", {}, el("code", {}, call), el("span", {class: "at"}, `${call ? " " : ""}${locationOf(frame)}`), sourceOf(frame, isAccess ? 2 : 0, isAccess ? 2 : 0));
  }

  function accessCard(access, which) {
    if (!access) {
      return el("section", {class: `card ${which}`}, el("h4", {}, "Accesses by other threads"), el("p", {}, "protected by another lock or by none"));
    }
    const locks = access.locks.map(held =>
      el("p", {}, "holding ", el("code", {}, held.lock), held.shared ? " (shared)" : "", locationOf(held.acquired) ? ` since ${[held.acquired.method, locationOf(held.acquired)].filter(Boolean).join(" ")}` : ""));
    const stack = access.stack.length ? access.stack : [access.site];
    return el("section", {class: `card ${which}`},
      el("h4", {}, `${access.operation} by “${access.thread}”`),
      ...(locks.length ? locks : [el("p", {class: "lead"}, "holding no lock")]),
      el("ol", {class: "frames"}, ...stack.map((frame, i) => frameItem(frame, i === 0))),
      access.started.length ? el("p", {class: "lead"}, `thread started${access.startedBy ? ` by “${access.startedBy}”` : ""} at ${access.started[0].className}.${access.started[0].method} ${locationOf(access.started[0])}`) : null);
  }

  function pictures(race) {
    const accesses = [race.first, race.second].filter(Boolean);
    const threads = [...new Set(accesses.map(access => access.thread))];
    const hits = accesses.map(access => access.index);
    const observed = race.timeline.steps;
    const moves = race.witness.steps;
    const witnessed = race.grade === "WITNESSED" || race.witness.events > 0;
    const sections = Timeline.sectionsOf(moves, accesses);
    const locks = [...new Set([...race.timeline.sections, ...(witnessed ? sections : [])].map(section => section.lock))];
    const width = widthOfCard(witnessed && observed.length > 0);
    const cards = [];
    if (observed.length) {
      cards.push(el("section", {class: "card", id: "observed"}, el("h4", {}, "As recorded"),
        race.timeline.omitted ? el("p", {class: "lead"}, `${count(race.timeline.omitted, "synchronisation event")} of these threads between the accesses not shown`) : null,
        el("div", {class: "picture", tabindex: "0", role: "region", "aria-label": "Recorded order"},
          Timeline.draw({threads, hits, locks, rows: observed.map(step => [step]), sections: race.timeline.sections, width, title: "Recorded order of both threads"}))));
    }
    if (witnessed) {
      const last = accesses.map(access => ({index: access.index, thread: access.thread, event: eventOf(race, access), location: locationOf(access.site)}));
      cards.push(el("section", {class: "card", id: "witness"}, el("h4", {}, "Witness: another correct order"),
        el("p", {class: "lead"}, beforeMoves(race.witness)),
        el("div", {class: "picture", tabindex: "0", role: "region", "aria-label": "Witness"},
          Timeline.draw({threads, hits, locks, rows: [...moves.map(step => [step]), last], sections, width, title: "Order that proves the race"}))));
    }
    return cards.length ? [el("h3", {}, "Timelines"), el("div", {class: "pair"}, ...cards), legendOf(locks), key([...observed, ...moves])] : [];
  }

  /* What comes before the steps of a witness that are shown. */
  function beforeMoves({asRecorded, events, steps}, isDeadlock) {
    const left = events - asRecorded - steps.length;
    const begin = asRecorded ? `the first ${asRecorded === 1 ? "event" : count(asRecorded, "event")} as recorded, then` : "from the start:";
    const notShown = isDeadlock ? `(${count(left, "other event")} not shown)` : `${count(left, "event")} not shown, then`;
    return begin + (left > 0 ? ` ${notShown}` : "");
  }

  const legendOf = locks => locks.length ? el("ul", {class: "legend"}, ...locks.map((lock, i) => el("li", {class: `lock${i % 6}`}, el("span", {}, `holds ${lock}`)))) : null;

  /* Two cards are side by side where there is room, as in the style sheet. */
  function widthOfCard(isOneOfTwo) {
    const inside = byId("detail").clientWidth - 48;
    return (isOneOfTwo && inside >= 2 * 384 + 16 ? (inside - 16) / 2 : inside) - 34;
  }

  /* Explains the short names of the events in the diagrams. */
  function key(steps) {
    const used = new Set(steps.map(step => step.event.replace(/\([^]*/, "")));
    const rows = EVENTS.filter(names => used.has(names[0]) || used.has(names[1]));
    return el("p", {class: "lead key"}, "Time runs downwards; #n is the index of the event in the trace.",
      ...rows.flatMap(([one, other, meaning]) => [" ", el("code", {}, one === other ? one : `${one}, ${other}`), ` ${meaning}.`]));
  }

  const joined = words => words.length < 3 ? words.join(" and ") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
  const placeOf = frame => [frame.className && `in ${frame.className.replace(/.*\./, "")}.${frame.method}`, locationOf(frame) && `(${locationOf(frame)})`].filter(Boolean).join(" ");
  const heldBy = locks => locks.length ? `holding ${joined(locks.map(held => held.lock))}` : "holding no lock";

  /* Which threads do what, in one sentence. */
  function story(race, isDeadlock) {
    if (isDeadlock) {
      return `${race.requests.map(request => `“${request.thread}” waits for ${request.lock}, ${heldBy(request.locks)}`).join("; ")}.`;
    }
    const verb = access => `${access.write ? "writes" : "reads"}${access.atomic ? " atomically" : ""}`;
    const does = (access, what) => `“${access.thread}” ${verb(access)} ${what} ${placeOf(access.stack[0] || access.site)}, ${heldBy(access.locks)}`;
    return race.first
      ? `${does(race.first, race.variable.name)}; ${does(race.second, "it")}.`
      : `${does(race.second, race.variable.name)}, and other threads access it under another lock or none.`;
  }

  /* Why nothing orders the accesses; after the first line, one line for each thread. */
  function reasons(race, isDeadlock) {
    const [first, ...others] = (race.why || meaningOf(race.grade, isDeadlock)).split("\n").map(line => line.trim());
    return [el("p", {class: "lead"}, first.charAt(0).toUpperCase() + first.slice(1)),
      others.length ? el("ul", {class: "lead"}, ...others.map(line => el("li", {}, line))) : null];
  }

  function lineToCopy(id, title, hint, line) {
    if (!line) {
      return [];
    }
    const text = el("pre", {class: "do", id}, line);
    const button = el("button", {type: "button", class: "copy", "aria-label": `Copy the line: ${title}`}, "Copy");
    button.addEventListener("click", () => copy(text, button));
    return [el("h3", {}, title), hint ? el("p", {class: "lead"}, hint) : null, el("div", {class: "line"}, text, button)];
  }

  /* Browsers may keep the clipboard from pages that are files: the text is then selected, to be copied by hand. */
  async function copy(text, button) {
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch (refused) {
      window.getSelection().selectAllChildren(text);
      button.textContent = "Selected";
    }
  }

  function replayHint(race) {
    const test = index.tests.find(each => race.sightings.length && each.id === race.sightings[0].test);
    const name = test && test.className.replace(/.*\./, "");
    return name ? `Run ${test.name} again with this system property in the JVM of the tests, from the folder of its module; with Maven: mvn test -Dtest='${name}', followed by this:` : "";
  }

  function eventOf(race, access) {
    const step = race.timeline.steps.find(each => each.index === access.index);
    return step ? step.event : `${access.write ? "w" : "r"}(${race.variable.name})`;
  }

  function found(race) {
    const more = Math.max(0, race.sightings.length - 20) + (race.unlisted || 0);
    const tests = new Map(index.tests.map(test => [test.id, test]));
    return el("ul", {}, ...race.sightings.slice(0, 20).map(sighting => {
      const test = tests.get(sighting.test);
      return el("li", {}, test ? test.name : sighting.test, test && !test.className ? null : `, repetition ${sighting.repetition}`,
        sighting.trace && sighting.trace !== sighting.test ? el("code", {}, ` ${sighting.trace}`) : null);
    }), more ? el("li", {}, `and ${more} more time${more === 1 ? "" : "s"}`) : null);
  }

  function standing({state, since, owners}) {
    const texts = [since ? `known since ${since}` : "", owners.length ? `owners: ${owners.join(", ")}` : ""].filter(Boolean);
    return STATES[state] || texts.length ? el("p", {class: "standing"}, stateBadge(state), texts.length ? ` ${texts.join("; ")}` : null) : null;
  }

  function show(i, focus) {
    current = i;
    if (focus) {
      document.body.classList.add("open");
    }
    const race = detailOf(i);
    const isDeadlock = races[i].deadlock;
    const back = el("button", {type: "button", id: "back"}, "‹ back to the list");
    back.addEventListener("click", () => document.body.classList.remove("open"));
    byId("detail").replaceChildren(...[back,
      el("h2", {}, isDeadlock ? `Deadlock of ${race.requests.map(request => request.lock).join(", ")} ` : `${race.conflict} race on ${race.variable.name} `, badge(race.grade, isDeadlock)),
      standing(race.standing),
      el("p", {id: "story"}, story(race, isDeadlock)),
      ...reasons(race, isDeadlock),
      race.fix ? el("p", {class: "fix", id: "fix"}, el("strong", {}, "Fix: "), race.fix) : null,
      race.origin ? el("p", {class: "lead"}, race.origin.charAt(0).toUpperCase() + race.origin.slice(1)) : null,
      race.accepted ? el("p", {}, el("span", {class: "badge accepted"}, "accepted"), ` ${race.accepted}`) : null,
      ...(isDeadlock ? cycle(race) : [el("h3", {}, "Accesses"),
        el("div", {class: "pair"}, accessCard(race.first, "first"), accessCard(race.second, "second")),
        ...pictures(race)]),
      ...lineToCopy("replay", "Replay", replayHint(race), race.replay),
      ...lineToCopy("accept", "Accept", "Add this line, with a reason at its end, to racedet-baseline.txt; or run with -Dracedet.baseline=write, which adds it.", race.accepted ? "" : race.accept),
      el("h3", {}, "Found in"), found(race)
    ].filter(Boolean));
    for (const button of byId("list").querySelectorAll("button[data-race]")) {
      button.setAttribute("aria-current", String(Number(button.dataset.race) === i));
    }
    if (focus) {
      history.replaceState(null, "", `#${race.fingerprint}`);
      byId("detail").focus({preventScroll: true});
      window.scrollTo(0, 0);
    }
  }

  /* The threads of a deadlock: the cycle, and of each thread what it holds and requests. */
  function cycle(deadlock) {
    return [
      el("h3", {}, "Cycle"),
      el("section", {class: "card", id: "cycle"}, el("p", {class: "lead"}, "A thread requests a lock (dashed), which another thread holds."),
        el("div", {class: "picture", tabindex: "0", role: "region", "aria-label": "Cycle"}, Cycle.draw(deadlock, widthOfCard(false)))),
      el("h3", {}, "Threads"),
      el("div", {class: "pair"}, ...deadlock.requests.map(requestCard)),
      ...(deadlock.witness.events > 0 ? witnessOf(deadlock) : [])
    ];
  }

  /* A lane for each thread of a deadlock, down to the requests at which all of them wait. */
  function witnessOf(deadlock) {
    const {requests, witness} = deadlock;
    const moves = witness.steps;
    const sections = Timeline.sectionsOf(moves, requests);
    const locks = [...new Set(sections.map(section => section.lock))];
    const last = requests.map(request => ({index: request.index, thread: request.thread,
      event: `${request.shared ? "acqr" : "acq"}(${request.lock})`, location: locationOf(request.stack[0] || request.site)}));
    return [
      el("h3", {}, "Witness: an order of the same events that ends in it"),
      el("section", {class: "card", id: "witness"}, el("p", {class: "lead"}, beforeMoves(witness, true)),
        el("div", {class: "picture", tabindex: "0", role: "region", "aria-label": "Witness"},
          Timeline.draw({threads: last.map(step => step.thread), hits: last.map(step => step.index), locks,
            rows: [...moves.map(step => [step]), last], sections, width: widthOfCard(false), title: "Order that ends in the deadlock"})),
        el("p", {}, "Then each thread waits for the one that holds the lock that it requests.")),
      legendOf(locks), key([...moves, ...last])
    ];
  }

  function requestCard(request) {
    const holds = request.locks.flatMap(held => [
      el("p", {}, "while it holds ", el("code", {}, held.lock), held.shared ? " (shared)" : "", held.stack.length ? ", taken" : " since before the recording"),
      el("ol", {class: "frames"}, ...held.stack.map((frame, i) => frameItem(frame, i === 0)))]);
    const stack = request.stack.length ? request.stack : [request.site];
    return el("section", {class: "card"},
      el("h4", {}, `“${request.thread}” requests ${request.lock}${request.shared ? " (shared)" : ""}`),
      el("ol", {class: "frames"}, ...stack.map((frame, i) => frameItem(frame, i === 0))),
      ...holds,
      request.startedBy ? el("p", {class: "lead"}, `thread started by “${request.startedBy}”${request.started.length ? ` at ${locationOf(request.started[0])}` : ""}`) : null);
  }

  function move(step) {
    const buttons = [...byId("list").querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, at + step))];
    if (next) {
      next.focus();
    }
  }

  function listen() {
    byId("filter").addEventListener("submit", event => event.preventDefault());
    byId("filter").addEventListener("input", () => {
      shown = PAGE;
      list();
    });
    byId("list").addEventListener("click", event => {
      const button = event.target.closest("button");
      if (button && button.id === "more") {
        const at = shown;
        shown += PAGE;
        list();
        byId("list").querySelectorAll("button[data-race]")[at].focus();
      } else if (button) {
        show(Number(button.dataset.race), true);
      }
    });
    document.addEventListener("keydown", event => {
      const inField = event.target.id === "text";
      if (event.key === "/" && !inField && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        document.body.classList.remove("open");
        byId("text").focus();
      } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && (inField || byId("list").contains(document.activeElement))) {
        event.preventDefault();
        move(event.key === "ArrowDown" ? 1 : -1);
      } else if (event.key === "Escape" && !inField && document.body.classList.contains("open")) {
        document.body.classList.remove("open");
        const button = byId("list").querySelector(`button[data-race="${current}"]`);
        if (button) {
          button.focus();
        }
      }
    });
    window.addEventListener("hashchange", () => select(false));
  }

  function select(first) {
    const named = races.findIndex(race => `#${race.fingerprint}` === location.hash);
    if (named >= 0) {
      show(named, true);
    } else if (first && races.length) {
      show(matching()[0].i, false);
    }
  }

  header();
  list();
  listen();
  if (races.length) {
    select(true);
  } else {
    byId("detail").replaceChildren(el("p", {class: "empty"}, index.tests.length ? "No race was found." : "Nothing was checked."));
    document.body.classList.add("open");
  }
})();
