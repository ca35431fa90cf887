/*
 * The picture of a deadlock: threads and locks in a circle. An arrow leads from each thread to the
 * lock that it requests, and from there to the thread that holds it.
 */
const Cycle = (() => {
  const NARROWEST = 320, WIDEST = 760, BOX = 46, CHAR = 7.3, MARGIN = 8;
  const {svg, cut} = Timeline;

  function arrow(from, to, kind) {
    const at = {x: from.x + (to.x - from.x) * 0.55, y: from.y + (to.y - from.y) * 0.55};
    const angle = Math.atan2(to.y - from.y, to.x - from.x) * 180 / Math.PI;
    return [
      svg("line", {class: kind, x1: from.x, y1: from.y, x2: to.x, y2: to.y}),
      svg("path", {class: `${kind} tip`, d: "M-8,-6 L6,0 L-8,6 Z", transform: `translate(${at.x} ${at.y}) rotate(${angle})`})
    ];
  }

  function box(node, width) {
    const letters = Math.floor((width - 2 * MARGIN) / CHAR);
    return svgGroup(node.kind,
      svg("rect", {x: node.x - width / 2, y: node.y - BOX / 2, width, height: BOX, rx: node.kind === "thread" ? 4 : BOX / 2}),
      svg("text", {class: "head", x: node.x, y: node.y - 3, "text-anchor": "middle"}, cut(node.name, letters)),
      svg("text", {class: "place", x: node.x, y: node.y + 13, "text-anchor": "middle"}, cut(node.place, letters)),
      svg("title", {}, `${node.name} ${node.place}`));
  }

  function svgGroup(name, ...children) {
    const group = svg("g", {class: name});
    group.append(...children);
    return group;
  }

  const locationOf = frame => frame ? (frame.file || frame.className) + (frame.line ? `:${frame.line}` : "") : "";

  /* Each request is for a lock that the thread of the request before holds. */
  function draw(deadlock, available) {
    const requests = deadlock.requests;
    const count = requests.length;
    const width = Math.max(NARROWEST, Math.min(WIDEST, available));
    const boxWidth = Math.min(210, width / 2.4);
    const height = Math.max(260, 90 + 70 * count);
    const at = step => {
      const angle = Math.PI * step / count - Math.PI / 2;
      return {x: width / 2 + Math.cos(angle) * (width - boxWidth - 4) / 2, y: height / 2 + Math.sin(angle) * (height - BOX - 4) / 2};
    };
    const threads = requests.map((request, i) => ({
      kind: "thread", name: request.thread, place: `requests it at ${locationOf(request.stack[0] || request.site)}`, ...at(2 * (count - i))
    }));
    const locks = requests.map((request, i) => {
      const holder = requests[(i + count - 1) % count];
      const hold = holder.locks.find(held => held.lock === request.lock);
      const taken = hold && locationOf(hold.stack[0]);
      return {kind: "lock", name: request.lock, place: taken ? `taken at ${taken}` : "", ...at(2 * (count - i) + 1)};
    });
    const title = requests.map((request, i) =>
      `“${request.thread}” requests ${request.lock}, which “${threads[(i + count - 1) % count].name}” holds`).join("; ");
    const picture = svg("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title, class: "cycle"});
    requests.forEach((request, i) => picture.append(
      ...arrow(threads[i], locks[i], "asks"), ...arrow(locks[i], threads[(i + count - 1) % count], "held")));
    [...threads, ...locks].forEach(node => picture.append(box(node, boxWidth)));
    return picture;
  }

  return {draw};
})();
