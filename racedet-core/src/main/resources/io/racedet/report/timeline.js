/* Pictures of two threads: time runs down, a lane a thread, critical sections as bars. */
const Timeline = (() => {
  const ROW = 30, HEAD = 34, GUTTER = 52, LANE = 232, NODE = 16, LABEL = 14, BAR = 9;

  function svg(name, attributes, text) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) {
      node.setAttribute(key, value);
    }
    if (text !== undefined) {
      node.textContent = text;
    }
    return node;
  }

  function cut(text, length) {
    return text.length > length ? text.slice(0, length - 1) + "…" : text;
  }

  /* The critical sections in steps that have none of their own: those of a witness. */
  function sectionsOf(steps, accesses) {
    const sections = [];
    for (const step of steps) {
      const parts = /^(acqr?|relr?)\(([^]*)\)$/.exec(step.event);
      if (!parts) {
        continue;
      }
      const shared = parts[1].endsWith("r");
      const isSame = s => s.thread === step.thread && s.lock === parts[2] && s.shared === shared && !s.to;
      if (parts[1].startsWith("acq")) {
        sections.push({thread: step.thread, lock: parts[2], shared, from: step.index, to: 0});
      } else {
        const open = sections.find(isSame);
        if (open) {
          open.to = step.index;
        } else {
          sections.push({thread: step.thread, lock: parts[2], shared, from: 0, to: step.index});
        }
      }
    }
    for (const access of accesses) {
      for (const held of access.locks) {
        if (!sections.some(s => s.thread === access.thread && s.lock === held.lock && !s.to)) {
          sections.push({thread: access.thread, lock: held.lock, shared: held.shared, from: 0, to: 0});
        }
      }
    }
    return sections;
  }

  /*
   * spec: threads (names, in the order of their lanes), rows (each an array of steps, beside each
   * other), sections, hits (indices of the racing accesses), locks (names, for their colours), title
   */
  function draw(spec) {
    const lanes = new Map(spec.threads.map((thread, i) => [thread, i]));
    const lastLane = spec.threads.length;
    const others = spec.rows.some(row => row.some(step => !lanes.has(step.thread)));
    const width = GUTTER + LANE * (lastLane + (others ? 1 : 0));
    const height = HEAD + ROW * spec.rows.length + 12;
    const picture = svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": spec.title});
    const laneOf = thread => lanes.has(thread) ? lanes.get(thread) : lastLane;
    const x = lane => GUTTER + LANE * lane + NODE;
    const y = row => HEAD + ROW * row + ROW / 2;
    const rowOf = new Map();
    spec.rows.forEach((row, i) => row.forEach(step => rowOf.set(step.index, i)));
    heads(picture, spec, others, x, height);
    spec.rows.forEach((row, i) => row.forEach(step => {
      if (spec.hits.includes(step.index)) {
        picture.append(svg("rect", {class: "hit", x: x(laneOf(step.thread)) - NODE + 2, y: y(i) - ROW / 2 + 1, width: LANE - 6, height: ROW - 2, rx: 5}));
      }
    }));
    bars(picture, spec, laneOf, x, y, rowOf, height);
    between(picture, spec, laneOf, x, y, rowOf);
    spec.rows.forEach((row, i) => row.forEach(step => node(picture, spec, step, x(laneOf(step.thread)), y(i), lanes.has(step.thread))));
    spec.rows.forEach((row, i) => {
      if (row.length === 1) {
        picture.append(svg("text", {class: "index", x: GUTTER - 10, y: y(i) + 4, "text-anchor": "end"}, "#" + row[0].index));
      }
    });
    return picture;
  }

  function heads(picture, spec, others, x, height) {
    const names = others ? [...spec.threads, "other threads"] : spec.threads;
    names.forEach((name, lane) => {
      const head = svg("text", {class: "head", x: x(lane) - 6, y: 18}, cut(name, 26));
      head.append(svg("title", {}, name));
      picture.append(head);
      picture.append(svg("line", {class: "lane", x1: x(lane), x2: x(lane), y1: HEAD - 4, y2: height - 4}));
    });
  }

  function bars(picture, spec, laneOf, x, y, rowOf, height) {
    const depths = new Map();
    for (const section of spec.sections) {
      const key = section.thread;
      const top = rowOf.has(section.from) ? y(rowOf.get(section.from)) - 4 : HEAD - 6;
      const bottom = rowOf.has(section.to) ? y(rowOf.get(section.to)) + 4 : height - 4;
      const open = (depths.get(key) || []).filter(other => other.bottom > top);
      let depth = 0;
      while (open.some(other => other.depth === depth)) {
        depth++;
      }
      depths.set(key, [...open, {bottom, depth}]);
      const lock = Math.max(0, spec.locks.indexOf(section.lock)) % 6;
      const bar = svg("rect", {class: `bar lock${lock}`, x: x(laneOf(section.thread)) - BAR / 2 - depth * 4, y: top, width: BAR, height: bottom - top, rx: 4});
      bar.append(svg("title", {}, `${section.thread} holds ${section.lock}${section.shared ? " (shared)" : ""}`));
      picture.append(bar);
    }
  }

  function between(picture, spec, laneOf, x, y, rowOf) {
    const rows = spec.hits.filter(index => rowOf.has(index)).map(index => rowOf.get(index));
    const steps = spec.hits.map(index => spec.rows.flat().find(step => step.index === index)).filter(Boolean);
    if (steps.length === 2) {
      const [one, two] = steps.map((step, i) => ({x: x(laneOf(step.thread)), y: y(rows[i])}));
      picture.append(svg("path", {class: "between", d: `M${one.x},${one.y} L${two.x},${two.y}`}));
    }
  }

  function node(picture, spec, step, x, y, isNamed) {
    const isHit = spec.hits.includes(step.index);
    picture.append(isHit
      ? svg("path", {class: "mark", d: `M${x},${y - 8} l8,8 l-8,8 l-8,-8 z`})
      : svg("circle", {class: "dot", cx: x, cy: y, r: 4}));
    const what = isNamed ? step.event : `${step.thread}: ${step.event}`;
    const label = svg("text", {class: isHit ? "racing" : "", x: x + LABEL, y: step.location ? y - 1 : y + 4}, cut(what, 28));
    label.append(svg("title", {}, `#${step.index} ${step.thread} ${step.event} ${step.location}`));
    picture.append(label);
    if (step.location) {
      picture.append(svg("text", {class: "place", x: x + LABEL, y: y + 11}, cut(step.location, 32)));
    }
  }

  return {draw, sectionsOf};
})();
