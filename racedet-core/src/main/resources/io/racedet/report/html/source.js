/* Colours for quoted lines of Java, Kotlin, Scala and Groovy, each line by itself. */
const Source = (() => {
  const words = text => text.split(" ");
  const JAVA = words("abstract assert boolean break byte case catch char class continue default do double else enum extends false final finally "
    + "float for if implements import instanceof int interface long native new null package private protected public record return short static "
    + "super switch synchronized this throw throws transient true try var void volatile while yield");
  const OTHERS = words("as companion data def fun in init inline internal is lateinit lazy object open operator override sealed suspend trait "
    + "typealias val when with");
  const TOKENS = new RegExp([
    /(?<comment>\/\/.*|\/\*.*?(?:\*\/|$)|^\s*\*.*)/,
    /(?<text>"""|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)/,
    /(?<note>@[\w.]+)/,
    /(?<number>\b\d[\w.]*)/,
    /(?<word>[A-Za-z_$][\w$]*)/
  ].map(each => each.source).join("|"), "g");

  /* The nodes of a line of a file, whose texts together are the line. */
  function coloured(line, file) {
    const keywords = file.endsWith(".java") ? JAVA : [...JAVA, ...OTHERS];
    const nodes = [];
    let end = 0;
    for (const token of line.matchAll(TOKENS)) {
      const kind = Object.keys(token.groups).find(name => token.groups[name] !== undefined);
      if (kind === "word" && !keywords.includes(token[0])) {
        continue;
      }
      const node = document.createElement("b");
      node.className = kind;
      node.textContent = token[0];
      nodes.push(line.slice(end, token.index), node);
      end = token.index + token[0].length;
    }
    return [...nodes, line.slice(end)];
  }

  return {coloured};
})();
