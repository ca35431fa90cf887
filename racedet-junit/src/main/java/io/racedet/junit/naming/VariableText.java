package io.racedet.junit.naming;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name that a trace has for a variable.
 *
 * @param kind what it is
 * @param type the class of the object whose contents or element it is; of an array that of the
 *     elements
 * @param element the index of the element, and before it the length of an array in brackets
 */
record VariableText(Kind kind, String type, String length, String element) {
  private static final Pattern ARRAY = Pattern.compile("array (.+)\\[(\\d+)\\]\\[(\\d+)\\]");
  private static final Pattern ELEMENT = Pattern.compile("([A-Za-z_$][\\w$.]*)\\[(\\d+)\\]");
  private static final String CONTENTS = " contents";

  /** What a variable is. */
  enum Kind {
    /** All data of an object of the JDK. */
    CONTENTS,
    /** An element of an array. */
    ARRAY_ELEMENT,
    /** An element of another object. */
    OBJECT_ELEMENT,
    /** A local variable that a lambda of Kotlin has captured. */
    CELL,
    /** A field, or something else that has its name already. */
    OTHER
  }

  /** Reads a name. */
  static VariableText of(String key, String name) {
    Matcher array = ARRAY.matcher(name);
    if (array.matches()) {
      return new VariableText(Kind.ARRAY_ELEMENT, array.group(1), array.group(2), array.group(3));
    }
    Matcher element = ELEMENT.matcher(name);
    if (element.matches()) {
      return new VariableText(Kind.OBJECT_ELEMENT, element.group(1), "", element.group(2));
    }
    if (name.endsWith(CONTENTS)) {
      String type = name.substring(0, name.length() - CONTENTS.length());
      return new VariableText(Kind.CONTENTS, type, "", "");
    }
    return new VariableText(KotlinNames.isCell(key) ? Kind.CELL : Kind.OTHER, "", "", "");
  }

  /** The name without a holder. */
  String plain(String name) {
    return kind == Kind.ARRAY_ELEMENT || kind == Kind.OBJECT_ELEMENT
        ? "element " + element + " of " + object()
        : name;
  }

  /** The name of the variable of what is held. */
  String heldBy(Holder holder) {
    return switch (kind) {
      case CONTENTS -> holder.holding(object());
      case ARRAY_ELEMENT, OBJECT_ELEMENT ->
          "element " + element + " of " + holder.holding(object());
      case CELL, OTHER -> holder.text();
    };
  }

  private String object() {
    if (length.isEmpty()) {
      return type;
    }
    int inner = type.indexOf('['); // of an array of arrays the length comes first
    return inner < 0
        ? type + '[' + length + ']'
        : type.substring(0, inner) + '[' + length + ']' + type.substring(inner);
  }
}
