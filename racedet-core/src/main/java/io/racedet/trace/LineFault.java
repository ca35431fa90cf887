package io.racedet.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.racedet.event.Op;
import io.racedet.event.Op.Operand;
import io.racedet.trace.bytes.StdRange;
import io.racedet.trace.bytes.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The reason why a line of the text format cannot be read.
 *
 * @param found what was found
 * @param expected what was expected
 */
record LineFault(String found, String expected) {
  private static final int MAX_SHOWN = 120;
  private static final String RANGE =
      "r or w of a range that ends with its last index, as in a[0..9] or a[9..1:-2]";
  private static final String FORM = "thread|op(operand)|location";

  /** Explains the fault of the line at {@code [from, to)}, which must have one. */
  static LineFault of(byte[] text, int from, int to) {
    int shown = Math.min(to - from, 4 * MAX_SHOWN); // a character is four bytes at most
    String start = new String(text, from, shown, StandardCharsets.UTF_8);
    boolean whole = shown == to - from && start.length() <= MAX_SHOWN;
    String cut = start.substring(0, Math.min(start.length(), MAX_SHOWN));
    return new LineFault(
        "cannot read \"" + printable(cut) + (whole ? "\"" : "...\""),
        expected(new String(text, from, to - from, StandardCharsets.UTF_8), text, from, to));
  }

  private static String expected(String line, byte[] text, int from, int to) {
    if (!Utf8.isText(text, from, to)) {
      return "text in UTF-8";
    }
    int bar = line.indexOf('|');
    int secondBar = line.indexOf('|', bar + 1);
    if (bar < 0 || secondBar < 0) {
      return FORM;
    }
    String thread = line.substring(0, bar);
    String event = line.substring(bar + 1, secondBar);
    if (!isName(thread)) {
      return "a thread without ( or ) before the first |, as in " + FORM;
    }
    int open = event.indexOf('(');
    String mnemonic = open < 0 ? event : event.substring(0, open);
    for (Op op : Op.values()) {
      if (op.mnemonic().equals(mnemonic)) {
        return isRange(event, open) ? RANGE : expected(op);
      }
    }
    return "an operation, one of "
        + Arrays.stream(Op.values()).map(Op::mnemonic).collect(Collectors.joining(", "));
  }

  /** Whether the operand of an event, whose operation is known, has the form of a range. */
  private static boolean isRange(String event, int open) {
    int close = event.indexOf(')');
    byte[] operand = event.substring(open + 1, Math.max(open + 1, close)).getBytes(UTF_8);
    return StdRange.isLike(operand, 0, operand.length);
  }

  private static String expected(Op op) {
    if (op.operand() == Operand.NONE) {
      return op.mnemonic() + " without an operand";
    }
    return op.mnemonic() + "(operand) with an operand without |, ( or )";
  }

  /** Whether a thread or an operand can have the name at {@code [from, to)}. */
  static boolean isName(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text[i] == '|' || text[i] == '(' || text[i] == ')') {
        return false;
      }
    }
    return from < to && Utf8.isText(text, from, to);
  }

  private static boolean isName(String text) {
    return !text.isEmpty() && text.chars().noneMatch(c -> c == '|' || c == '(' || c == ')');
  }

  /** Replaces control characters, which would garble a message. */
  private static String printable(String text) {
    StringBuilder printable = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      printable.append(Character.isISOControl(c) && c != '\t' ? '\uFFFD' : c);
    }
    return printable.toString();
  }
}
