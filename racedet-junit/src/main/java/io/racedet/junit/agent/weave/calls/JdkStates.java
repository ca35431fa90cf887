package io.racedet.junit.agent.weave.calls;

import io.racedet.junit.agent.weave.calls.StateCall.Access;
import io.racedet.junit.agent.weave.calls.StateCall.Contents;
import io.racedet.junit.agent.weave.calls.StateCall.Formatted;
import io.racedet.junit.agent.weave.calls.StateCall.Provided;
import io.racedet.runtime.log.OpCodes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.Type;

/**
 * The objects of the JDK with a state of their own that no lock guards, but for buffers, builders,
 * and the classes that the model of the JDK names. Read from the sources of the JDK: a method
 * writes if it always writes what each other one of the table that is on the same object reads or
 * writes; it reads if it always reads what each one that writes has written. All others tell or
 * change something else, or what they do depends on more than the call tells, and are not accesses:
 * those that ask for a name, set one option, or return early.
 */
public final class JdkStates {
  private static final String XERCES = "com.sun.org.apache.xerces.internal.";

  /**
   * What the methods of a class do.
   *
   * @param type the class that an object must have at run time, see {@link Contents}
   * @param writes the methods that write, by their names; a star stands for any end, and a number
   *     behind a slash is that of the arguments
   * @param reads the methods that read, also by name and descriptor
   * @param provided the methods of which a provider tells whether they write; they read
   * @param formats whether the state is that of the text which the object appends to
   */
  private record Rule(
      String type, Set<String> writes, Set<String> reads, Set<String> provided, boolean formats) {}

  private static final Map<String, Rule> RULES =
      Map.ofEntries(
          /* ---- coders, digests, signatures ---- */
          rule("java/nio/charset/CharsetDecoder", null, "decode reset", "flush"),
          rule("java/nio/charset/CharsetEncoder", null, "encode reset", "flush"),
          rule(
              "java/security/MessageDigest",
              "java.security.MessageDigest$",
              "update digest reset",
              "clone"),
          Map.entry(
              "java/security/Signature",
              new Rule(
                  "java.security.Signature$",
                  Set.of("initSign", "initVerify"),
                  Set.of("update"),
                  Set.of("sign", "verify"),
                  false)),
          Map.entry(
              "javax/crypto/Mac",
              new Rule(
                  "javax.crypto.Mac",
                  Set.of("init"),
                  Set.of(),
                  Set.of("doFinal", "update"),
                  false)),
          Map.entry(
              "javax/crypto/Cipher",
              new Rule(
                  "javax.crypto.Cipher",
                  Set.of("init"),
                  Set.of("update", "updateAAD"),
                  Set.of("doFinal"),
                  false)),
          checksum("java/util/zip/Adler32"),
          checksum("java/util/zip/CRC32"),
          checksum("java/util/zip/CRC32C"),
          checksum("java/util/zip/Checksum"),

          /* ---- texts ---- */
          Map.entry(
              "java/util/Formatter",
              new Rule(null, Set.of("format"), Set.of("toString"), Set.of(), true)),
          rule(
              "java/util/Scanner",
              null,
              "findInLine findWithinHorizon hasNext* next* reset skip",
              "toString"),
          rule(
              "java/text/BreakIterator",
              "sun.text.",
              "first following last setText",
              "clone current isBoundary next preceding previous"),
          characters("java/text/CharacterIterator", "first last next setIndex"),
          characters("java/text/StringCharacterIterator", "first last next setIndex setText"),
          rule(
              "java/text/MessageFormat",
              "java.text.MessageFormat",
              "applyPattern",
              "format formatToCharacterIterator parse parseObject toPattern"),
          rule(
              "java/text/DecimalFormat",
              "java.text.DecimalFormat",
              "applyPattern applyLocalizedPattern",
              ""),
          rule(
              "java/text/SimpleDateFormat",
              "java.text.SimpleDateFormat",
              "applyPattern applyLocalizedPattern",
              ""),

          /* ---- XML ---- */
          rule(
              "javax/xml/parsers/DocumentBuilder",
              XERCES + "jaxp.DocumentBuilderImpl",
              "parse",
              ""),
          rule("javax/xml/parsers/SAXParser", XERCES + "jaxp.SAXParserImpl", "parse", ""),
          rule(
              "javax/xml/stream/XMLStreamReader",
              XERCES + "impl.XMLStreamReaderImpl",
              "getElementText next nextTag",
              "getAttribute* getEventType getLocalName getName getNamespaceURI/0 getPIData"
                  + " getPITarget getPrefix getText getTextCharacters/0 getTextLength getTextStart"
                  + " hasName hasNext hasText isCharacters isEndElement isStartElement isWhiteSpace"
                  + " require"),
          rule(
              "javax/xml/stream/XMLEventReader",
              "com.sun.xml.internal.stream.XMLEventReaderImpl",
              "getElementText next nextEvent nextTag",
              ""),
          rule(
              "javax/xml/transform/Transformer",
              "com.sun.org.apache.xalan.internal.xsltc.trax.TransformerImpl",
              "transform",
              ""),
          rule(
              "javax/xml/validation/SchemaFactory",
              XERCES + "jaxp.validation.XMLSchemaFactory",
              "newSchema/1",
              ""),
          rule(
              "javax/xml/validation/Validator",
              XERCES + "jaxp.validation.ValidatorImpl",
              "validate",
              ""),

          /* ---- others ---- */
          output("java/io/DataOutput", ""),
          output("java/io/DataOutputStream", "size"),
          rule("java/lang/ProcessBuilder", null, "command/1", "command/0 start"),
          rule("java/util/ServiceLoader", null, "reload", "findFirst iterator stream"));

  private JdkStates() {}

  private static Map.Entry<String, Rule> rule(
      String owner, String type, String writes, String reads) {
    return Map.entry(owner, new Rule(type, names(writes), names(reads), Set.of(), false));
  }

  private static Map.Entry<String, Rule> checksum(String owner) {
    return rule(owner, "java.util.zip.", "update reset", "getValue update(Ljava/nio/ByteBuffer;)V");
  }

  private static Map.Entry<String, Rule> characters(String owner, String writes) {
    return rule(
        owner, "java.text.StringCharacterIterator", writes, "clone current getIndex previous");
  }

  private static Map.Entry<String, Rule> output(String owner, String reads) {
    return rule(
        owner,
        "java.io.DataOutputStream",
        "writeBoolean writeByte writeBytes writeChar writeChars writeDouble writeFloat writeInt"
            + " writeLong writeShort",
        reads);
  }

  private static Set<String> names(String list) {
    return list.isEmpty() ? Set.of() : Set.of(list.split(" "));
  }

  /** The names of the classes with a rule. */
  public static Set<String> owners() {
    return RULES.keySet();
  }

  /** The methods in the rule of a class, as the table names them. */
  static Set<String> methods(String owner) {
    Rule rule = RULES.get(owner);
    return Stream.of(rule.writes, rule.reads, rule.provided)
        .flatMap(Set::stream)
        .collect(Collectors.toSet());
  }

  /** Adds the accesses of a call. */
  static void add(String owner, String name, String descriptor, List<Access> accesses) {
    Rule rule = RULES.get(owner);
    if (rule == null) {
      return;
    }
    boolean reads = has(rule.reads, name, descriptor) || rule.reads.contains(name + descriptor);
    if (has(rule.provided, name, descriptor)) {
      accesses.add(new Provided(OpCodes.WRITE, owner, rule.type));
    } else if (rule.formats) {
      if (reads || has(rule.writes, name, descriptor)) {
        accesses.add(new Formatted(reads ? OpCodes.READ : OpCodes.WRITE));
      }
    } else if (reads) {
      accesses.add(new Contents(OpCodes.READ, StateCall.RECEIVER, rule.type));
    } else if (has(rule.writes, name, descriptor)) {
      accesses.add(new Contents(OpCodes.WRITE, StateCall.RECEIVER, rule.type));
    }
  }

  private static boolean has(Set<String> names, String name, String descriptor) {
    if (names.contains(name)
        || names.contains(name + '/' + Type.getArgumentTypes(descriptor).length)) {
      return true;
    }
    for (String each : names) {
      if (each.endsWith("*") && name.startsWith(each.substring(0, each.length() - 1))) {
        return true;
      }
    }
    return false;
  }
}
