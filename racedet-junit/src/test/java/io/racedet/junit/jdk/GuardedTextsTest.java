package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.text.DecimalFormat;
import java.text.FieldPosition;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Builders that are used under a lock only, in all the ways in which they are. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class GuardedTextsTest extends GuardedPrograms {
  private final StringBuilder text = new StringBuilder();

  /** The text grows by a letter, which the question must find. */
  private void read(Question longer) throws Exception {
    guarded(() -> text.append("x"), longer);
  }

  private void written(Step grow) throws Exception {
    int before = text.length();
    guarded(grow, () -> text.length() > before);
  }

  /* ---- read ---- */

  @Test
  void concatenated() throws Exception {
    read(() -> ("" + text).equals("x"));
    Object object = text;
    read(() -> (object + "y").equals("xxy"));
    CharSequence chars = text;
    read(() -> ("a" + 1 + chars + 2L + object + 0.5 + this.text.length()).length() == 14);
  }

  @Test
  void asString() throws Exception {
    read(() -> String.valueOf(text).equals("x"));
    read(() -> Objects.toString(text).equals("xx"));
    read(() -> new String(text).equals("xxx"));
    Object object = text;
    read(() -> object.toString().equals("xxxx"));
    Function<Object, String> reference = String::valueOf;
    read(() -> reference.apply(text).equals("xxxxx"));
  }

  @Test
  void copiedToOthers() throws Exception {
    read(() -> new StringBuilder().append(text).length() == 1);
    read(() -> new StringBuilder(text).length() == 2);
    read(() -> new StringBuilder("a").insert(0, text).length() == 4);
    read(() -> new StringBuffer().append((Object) text).length() == 4);
  }

  @Test
  void asCharSequence() throws Exception {
    CharSequence chars = text;
    read(() -> chars.length() == 1);
    read(() -> chars.toString().equals("xx"));
    read(() -> chars.chars().count() == 3);
  }

  @Test
  void compared() throws Exception {
    StringBuilder empty = new StringBuilder();
    read(() -> empty.compareTo(text) != 0);
    read(() -> "axxb".contains(text) && "xx".contentEquals(text));
    read(() -> CharSequence.compare("xxx", text) == 0);
  }

  @Test
  void joinedAndFormatted() throws Exception {
    read(() -> String.join(",", text, "y").equals("x,y"));
    read(() -> String.format("%s", text).equals("xx"));
    read(() -> "%s".formatted(text).equals("xxx"));
  }

  @Test
  void matched() throws Exception {
    Pattern pattern = Pattern.compile("xx?");
    read(() -> pattern.matcher(text).find());
    read(() -> Pattern.matches("xx", text));
  }

  /* ---- written ---- */

  @Test
  void asAppendable() throws Exception {
    Appendable out = text;
    written(() -> out.append("x"));
    written(() -> out.append('x'));
  }

  @Test
  void ofMatcher() throws Exception {
    Matcher matcher = Pattern.compile("a").matcher("x");
    written(() -> matcher.appendTail(text));
  }

  @Test
  void ofDateTimeFormatter() throws Exception {
    written(() -> DateTimeFormatter.ISO_DATE.formatTo(LocalDate.EPOCH, text));
  }

  @Test
  void byMethodReference() throws Exception {
    BiConsumer<StringBuilder, String> append = StringBuilder::append;
    written(() -> append.accept(text, "x"));
  }

  /* ---- StringBuffer: its own lock orders nothing here ---- */

  @Test
  void stringBuffer() throws Exception {
    StringBuffer buffer = new StringBuffer();
    CharSequence chars = buffer;
    guarded(() -> buffer.append("x"), () -> ("" + buffer).equals("x"));
    guarded(() -> buffer.append("x"), () -> String.format("%s", buffer).equals("xx"));
    guarded(() -> buffer.append("x"), () -> chars.length() == 3);
    DecimalFormat format = new DecimalFormat("0");
    FieldPosition field = new FieldPosition(0);
    guarded(() -> format.format(1.0, buffer, field), () -> buffer.length() == 4);
  }

  @Test
  void stringBuffer_withoutAnotherLock() throws Exception {
    StringBuffer buffer = new StringBuffer();
    Cell cell = new Cell();
    Thread writer =
        start(
            () -> {
              cell.add();
              buffer.append("x");
            });
    if (("" + buffer).equals("x")) {
      cell.add();
    }
    join(writer);
  }

  /* ---- in other objects ---- */

  @Test
  void inCollections() throws Exception {
    List<Object> list = List.of(text);
    read(() -> list.toString().equals("[x]"));
    Object arrayList = new ArrayList<>(list);
    read(() -> ("" + arrayList).equals("[xx]"));
    Map<Object, Object> map = new HashMap<>(Map.of(1, text));
    read(() -> map.toString().equals("{1=xxx}"));
    Object optional = Optional.of(text);
    read(() -> optional.toString().equals("Optional[xxxx]"));
    Object entry = Map.entry(1, text);
    read(() -> entry.toString().equals("1=xxxxx"));
  }

  @Test
  void joined() throws Exception {
    List<StringBuilder> list = List.of(text);
    read(() -> String.join(",", list).equals("x"));
  }
}
