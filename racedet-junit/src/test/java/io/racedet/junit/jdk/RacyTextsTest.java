package io.racedet.junit.jdk;

import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.AbstractMap.SimpleEntry;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A thread appends to a builder while another one uses it, in whatever way. */
@ExpectRace(with = @RaceFree(timeLimit = "20s", repetitions = 1000000))
@Tag(JdkPrograms.PROMISED)
class RacyTextsTest extends JdkPrograms {
  private final StringBuilder text = new StringBuilder("x");

  private void whileAppended(Step use) throws Exception {
    inParallel(() -> text.append("x"), use);
  }

  @Test
  @Tag(SMOKE)
  void concatenation() throws Exception {
    whileAppended(() -> ("" + text).length());
  }

  @Test
  void concatenationOfAnObject() throws Exception {
    Object object = text;
    whileAppended(() -> ("a" + object + 1L).length());
  }

  @Test
  void valueOf() throws Exception {
    whileAppended(() -> String.valueOf(text));
  }

  @Test
  void toString_ofAnObject() throws Exception {
    Object object = text;
    whileAppended(() -> object.toString());
  }

  @Test
  void toString_ofObjects() throws Exception {
    whileAppended(() -> Objects.toString(text));
  }

  @Test
  void toString_byReference() throws Exception {
    Function<Object, String> reference = Object::toString;
    whileAppended(() -> reference.apply(text));
  }

  @Test
  void newString() throws Exception {
    whileAppended(() -> new String(text));
  }

  @Test
  void charSequence() throws Exception {
    CharSequence chars = text;
    whileAppended(() -> chars.charAt(0));
  }

  @Test
  void appendable() throws Exception {
    Appendable out = text;
    whileAppended(() -> out.append('y'));
  }

  @Test
  void appendToAnother() throws Exception {
    whileAppended(() -> new StringBuilder().append(text));
  }

  @Test
  void copy() throws Exception {
    whileAppended(() -> new StringBuilder(text));
  }

  @Test
  void format() throws Exception {
    whileAppended(() -> String.format("%s%d", text, 1));
  }

  @Test
  void join() throws Exception {
    whileAppended(() -> String.join(",", "a", text));
  }

  @Test
  void matcher() throws Exception {
    Pattern pattern = Pattern.compile("x");
    whileAppended(() -> pattern.matcher(text).find());
  }

  @Test
  void appendTail() throws Exception {
    Matcher matcher = Pattern.compile("a").matcher("x");
    whileAppended(() -> matcher.appendTail(text));
  }

  @Test
  void formatTo() throws Exception {
    whileAppended(() -> DateTimeFormatter.ISO_DATE.formatTo(LocalDate.EPOCH, text));
  }

  @Test
  void toString_ofAList() throws Exception {
    Object list = List.of(text);
    whileAppended(() -> list.toString());
  }

  @Test
  void toString_ofAMap() throws Exception {
    Object map = new HashMap<>(Map.of(1, text));
    whileAppended(() -> map.toString());
  }

  @Test
  void toString_ofAnOptional() throws Exception {
    Object optional = Optional.of(text);
    whileAppended(() -> optional.toString());
  }

  @Test
  void join_ofAList() throws Exception {
    List<StringBuilder> list = List.of(text);
    whileAppended(() -> String.join(",", list));
  }

  record Line(int number, Object text) {}

  record Row(int number, CharSequence text) {}

  @Test
  void toString_ofARecord() throws Exception {
    Line line = new Line(1, text);
    whileAppended(() -> line.toString());
  }

  @Test
  void toString_ofARecordOfChars() throws Exception {
    Row row = new Row(1, text);
    whileAppended(() -> String.valueOf(row));
  }

  @Test
  void toString_ofAnEntry() throws Exception {
    Object entry = new SimpleEntry<>(1, text);
    whileAppended(() -> entry.toString());
  }

  @Test
  void toString_ofAnImmutableEntry() throws Exception {
    Object entry = new SimpleImmutableEntry<>(1, text);
    whileAppended(() -> entry.toString());
  }
}
