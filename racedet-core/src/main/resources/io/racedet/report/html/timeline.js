/*
 * Diagrams of threads: time runs downwards, one lane for each thread, critical sections as bars.
 * The labels of the left lane are to its left, so that of two only the race is between the lanes. All that
 * other threads do in between takes one row.
 */
const Timeline = (() => {
  const ROW = 30, HEAD = 34, GUTTER = 46, GAP = 64, LABEL = 14, BAR = 9, CHAR = 7.3, SHORTEST = 18, LONGEST = 36;

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

  /* Abbreviates in the middle: names usually differ at their ends. */
  function cut(text, length) {
    const tail = Math.floor((length - 1) * 0.6);
    return text.length > length ? `${text.slice(0, length - 1 - tail)}…${text.slice(-tail)}` : text;
  }

  /* The critical sections in the steps of a witness, which come without sections. */
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
   * spec: threads (names, in the order of their lanes), rows (each an array of steps, side by
   * side), sections, hits (indices of the racing accesses, or of the requests of a deadlock), locks (names, for their colours),
   * width (available), title
   */
  function draw(spec) {
    const isOurs = each => spec.threads.includes(each.thread);
    const rows = grouped(spec.rows, isOurs);
    const lanes = lanesOf(spec, spec.rows.flat().filter(isOurs));
    const width = lanes.width;
    const height = HEAD + ROW * rows.length + 12;
    const picture = svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": spec.title});
    picture.style.minWidth = `${Math.round(width * 0.88)}px`;
    const rowOf = new Map();
    rows.forEach((row, i) => row.forEach(step => rowOf.set(step.index, i)));
    const at = {lane: lanes.of, y: row => HEAD + ROW * row + ROW / 2, rowOf, height, longest: lanes.longest};
    for (const lane of lanes.all) {
      const head = svg("text", {class: "head", x: lane.x, y: 18, "text-anchor": lane.isLeft ? "end" : "start"}, cut(lane.name, at.longest));
      head.append(svg("title", {}, lane.name));
      picture.append(head, svg("line", {class: "lane", x1: lane.x, x2: lane.x, y1: HEAD - 4, y2: height - 4}));
    }
    hits(picture, spec, rows, at);
    bars(picture, {...spec, sections: spec.sections.filter(isOurs)}, at);
    rows.forEach((row, i) => {
      if (isOurs(row[0])) {
        row.forEach(step => node(picture, spec, step, at, at.y(i)));
      } else {
        others(picture, row, width, at.y(i));
      }
      if (row.length === 1 || !isOurs(row[0])) {
        picture.append(svg("text", {class: "index", x: 0, y: at.y(i) + 4}, "#" + row[0].index));
      }
    });
    return picture;
  }

  /* Steps of threads without a lane; consecutive ones share a row. */
  function grouped(rows, isOurs) {
    const all = [];
    for (const row of rows) {
      const last = all[all.length - 1];
      if (!isOurs(row[0]) && last && !isOurs(last[0])) {
        last.push(...row);
      } else {
        all.push([...row]);
      }
    }
    return all;
  }

  function others(picture, steps, width, y) {
    const threads = [...new Set(steps.map(step => step.thread))];
    const what = steps.length === 1
      ? `${steps[0].thread}: ${steps[0].event}`
      : `${steps.length} steps of ${threads.length === 1 ? threads[0] : `${threads.length} other threads`}`;
    const text = svg("text", {class: "others", x: GUTTER, y: y + 4}, cut(what, Math.floor((width - GUTTER) / CHAR)));
    text.append(svg("title", {}, steps.map(step => `#${step.index} ${step.thread} ${step.event} ${step.location}`).join("\n")));
    picture.append(svg("rect", {class: "apart", x: GUTTER, y: y - ROW / 2 + 4, width: width - GUTTER, height: ROW - 8}), text);
  }

  /* The positions of the lanes, left and right, no wider apart than necessary. */
  function lanesOf(spec, steps) {
    const space = (spec.width - GUTTER - GAP) / Math.max(1, spec.threads.length) - LABEL - 6;
    const longest = Math.max(SHORTEST, Math.min(LONGEST, Math.floor(space / CHAR)));
    const widthOf = (name, own) => Math.max(90, CHAR * Math.min(longest, Math.max(name.length + 2, ...own.map(step => Math.max(step.event.length, step.location.length * 0.9))))) + LABEL + 6;
    const all = [];
    let x = GUTTER;
    spec.threads.forEach((name, i) => {
      const width = widthOf(name, steps.filter(step => step.thread === name));
      const isLeft = i === 0 && spec.threads.length > 1;
      all.push({name, width, isLeft, x: x + (isLeft ? width : BAR)});
      x += width + (isLeft ? GAP - BAR : BAR);
    });
    return {all, longest, width: x, of: thread => all.find(lane => lane.name === thread)};
  }

  function hits(picture, spec, rows, at) {
    const found = rows.flatMap((row, i) => row.filter(step => spec.hits.includes(step.index)).map(step => ({lane: at.lane(step.thread), y: at.y(i)})));
    for (const {lane, y} of found) {
      picture.append(svg("rect", {class: "hit", x: lane.isLeft ? lane.x - lane.width : lane.x - 13, y: y - ROW / 2 + 1, width: lane.width + 13, height: ROW - 2, rx: 5}));
    }
    if (found.length === 2) {
      const [one, two] = found;
      picture.append(svg("path", {class: "between", d: `M${one.lane.x},${one.y} L${two.lane.x},${two.y}`}));
    }
  }

  function bars(picture, spec, at) {
    const depths = new Map();
    for (const section of spec.sections) {
      const lane = at.lane(section.thread);
      const top = at.rowOf.has(section.from) ? at.y(at.rowOf.get(section.from)) - 4 : HEAD - 6;
      const bottom = at.rowOf.has(section.to) ? at.y(at.rowOf.get(section.to)) + 4 : at.height - 4;
      const open = (depths.get(lane) || []).filter(other => other.bottom > top);
      let depth = 0;
      while (open.some(other => other.depth === depth)) {
        depth++;
      }
      depths.set(lane, [...open, {bottom, depth}]);
      const inward = (lane.isLeft ? 1 : -1) * depth * 5;
      const lock = Math.max(0, spec.locks.indexOf(section.lock)) % 6;
      const bar = svg("rect", {class: `bar lock${lock}`, x: lane.x - BAR / 2 + inward, y: top, width: BAR, height: bottom - top, rx: 4});
      bar.append(svg("title", {}, `${section.thread} holds ${section.lock}${section.shared ? " (shared)" : ""}`));
      picture.append(bar);
    }
  }

  function node(picture, spec, step, at, y) {
    const lane = at.lane(step.thread);
    const isHit = spec.hits.includes(step.index);
    const x = lane.x;
    const text = {x: lane.isLeft ? x - LABEL : x + LABEL, "text-anchor": lane.isLeft ? "end" : "start"};
    picture.append(isHit
      ? svg("path", {class: "mark", d: `M${x},${y - 8} l8,8 l-8,8 l-8,-8 z`})
      : svg("circle", {class: "dot", cx: x, cy: y, r: 4}));
    const label = svg("text", {...text, class: isHit ? "racing" : "", y: step.location ? y - 1 : y + 4}, cut(step.event, at.longest));
    label.append(svg("title", {}, `#${step.index} ${step.thread} ${step.event} ${step.location}`));
    picture.append(label);
    if (step.location) {
      picture.append(svg("text", {...text, class: "place", y: y + 11}, cut(step.location, Math.floor(at.longest * 1.1))));
    }
  }

  return {draw, sectionsOf, svg, cut};
})();
