package io.racedet.junit.advice;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An object of the JDK that is no collection.
 *
 * @param name what programs call it: its class is often one of the JDK's own
 * @param forEachThread what each thread can have in its place; empty if threads that share it want
 *     one and the same
 */
record JdkObject(String name, Optional<String> forEachThread) {
  private static final Optional<String> DUPLICATE = Optional.of("a duplicate() for each thread");

  /** One of whose type nothing more is known. */
  static final JdkObject BUFFER_OF_ANY_TYPE = new JdkObject("buffer", DUPLICATE);

  private static final Pattern BUFFER =
      Pattern.compile(
          "(?:Heap|Direct|String|ByteBufferAs)(Byte|Char|Short|Int|Long|Float|Double)Buffer\\w*");

  private static final Pattern INTERNAL =
      Pattern.compile("(?:RuleBased|DictionaryBased)?(\\w+?)(?:Impl|\\.Delegate[\\w.]*)?");

  private static final Pattern CODER = Pattern.compile("[\\w.]*\\.((?:En|De)coder)");

  /** Those that are set up once, and then used for one computation after the other. */
  private static final Set<String> TOOLS =
      Set.of(
          "BreakIterator",
          "Cipher",
          "DocumentBuilder",
          "Mac",
          "MessageDigest",
          "MessageFormat",
          "SAXParser",
          "Signature",
          "Transformer",
          "Validator");

  /** Those of which threads want one and the same, as a sum of all or a place in one text. */
  private static final Set<String> SHARED =
      Set.of(
          "Adler32",
          "CRC32",
          "CRC32C",
          "DataOutputStream",
          "ProcessBuilder",
          "Scanner",
          "StringCharacterIterator",
          "XMLEventReader",
          "XMLStreamReader");

  /** The object of a class, by the simple name of that; empty if it is none of these. */
  static Optional<JdkObject> of(String simpleName) {
    Matcher buffer = BUFFER.matcher(simpleName);
    if (buffer.matches()) {
      return Optional.of(new JdkObject(buffer.group(1) + "Buffer", DUPLICATE));
    }
    Matcher coder = CODER.matcher(simpleName);
    if (coder.matches()) {
      return Optional.of(tool("Charset" + coder.group(1)));
    }
    Matcher internal = INTERNAL.matcher(simpleName);
    String name = internal.matches() ? internal.group(1) : simpleName;
    if (TOOLS.contains(name)) {
      return Optional.of(tool(name));
    }
    return SHARED.contains(name)
        ? Optional.of(new JdkObject(name, Optional.empty()))
        : Optional.empty();
  }

  private static JdkObject tool(String name) {
    return new JdkObject(name, Optional.of("a " + name + " for each thread"));
  }

  /** What to do about a race on its state. */
  String advice() {
    return forEachThread.map(own -> "use " + own + ", or ").orElse("")
        + "one lock around all calls on the "
        + name
        + " that belong together; volatile does not help";
  }
}
