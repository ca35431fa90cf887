package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.text.ChoiceFormat;
import java.text.DateFormat;
import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.util.AbstractMap.SimpleEntry;
import java.util.Calendar;
import java.util.Date;
import java.util.DoubleSummaryStatistics;
import java.util.GregorianCalendar;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.SplittableRandom;
import java.util.StringJoiner;
import java.util.StringTokenizer;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

/** Objects that are not collections: what each method reads and writes. */
class ObjectCallsContentsTest extends ContentsTestCase {
  /** Objects of a class: calls that look at it, calls that change it. */
  private record Calls<T>(Kind<T> kind, List<Call<T>> looking, List<Call<T>> changing) {
    Stream<Arguments> races() {
      return Stream.of(
              pairs(List.of(kind), looking, changing.subList(0, 1)),
              pairs(
                  List.of(kind),
                  changing,
                  looking.isEmpty() ? changing.subList(0, 1) : looking.subList(0, 1)),
              changing.stream().flatMap(this::withItself))
          .flatMap(rows -> rows);
    }

    private Stream<Arguments> withItself(Call<T> call) {
      return pairs(List.of(kind), List.of(call), List.of(call));
    }

    Stream<Arguments> noRaces() {
      return pairs(List.of(kind), looking, looking);
    }
  }

  private static <T> Calls<T> calls(
      String name, Supplier<T> made, List<Call<T>> looking, List<Call<T>> changing) {
    return new Calls<>(kind(name, made), looking, changing);
  }

  private static Matcher matcher() {
    Matcher matcher = Pattern.compile("(?<x>a)").matcher("aaa");
    matcher.find();
    return matcher;
  }

  private static final List<Calls<?>> OBJECTS =
      List.of(
          calls(
              "SimpleDateFormat",
              () -> new SimpleDateFormat("yyyy"),
              List.of(),
              List.of(
                  call("format", f -> f.format(new Date(0))),
                  call("parse", f -> f.parse("1999", new ParsePosition(0))))),
          calls(
              "DateFormat",
              DateFormat::getDateInstance,
              List.of(),
              List.of(call("format", f -> f.format(new Date(0))))),
          calls(
              "DecimalFormat",
              DecimalFormat::new,
              List.of(),
              List.of(
                  call("format", f -> f.format(1.5)),
                  call("format of a long", f -> f.format(15L)),
                  call("parse", f -> f.parse("1", new ParsePosition(0))))),
          calls(
              "ParsePosition",
              () -> new ParsePosition(0),
              List.of(
                  call("getIndex", ParsePosition::getIndex),
                  call("getErrorIndex", ParsePosition::getErrorIndex),
                  call("toString", ParsePosition::toString),
                  call("hashCode", ParsePosition::hashCode),
                  call("equals", p -> p.equals(new ParsePosition(0)))),
              List.of(
                  call("setIndex", p -> p.setIndex(1)),
                  call("setErrorIndex", p -> p.setErrorIndex(1)),
                  call("parse of a date", p -> new SimpleDateFormat("yyyy").parse("1999", p)),
                  call("parse of a number", p -> new DecimalFormat().parse("1", p)),
                  call("parse of a choice", p -> new ChoiceFormat("0#none").parse("none", p)),
                  call(
                      "parse of a compact number",
                      p -> NumberFormat.getCompactNumberInstance().parse("1", p)))),
          calls(
              "Calendar",
              GregorianCalendar::new,
              List.of(
                  call("get", c -> c.get(Calendar.YEAR)),
                  call("getTime", Calendar::getTime),
                  call("getTimeInMillis", Calendar::getTimeInMillis),
                  call("before", c -> c.before(new GregorianCalendar())),
                  call("after", c -> c.after(new GregorianCalendar())),
                  call("equals", c -> c.equals(new GregorianCalendar())),
                  call("compareTo", c -> c.compareTo(new GregorianCalendar())),
                  call("argument of before", c -> new GregorianCalendar().before(c)),
                  call("argument of compareTo", c -> new GregorianCalendar().compareTo(c)),
                  call("hashCode", Calendar::hashCode)),
              List.of(
                  call("set", c -> c.set(Calendar.YEAR, 2000)),
                  call("setTime", c -> c.setTime(new Date(0))),
                  call("setTimeInMillis", c -> c.setTimeInMillis(0)),
                  call("clear", Calendar::clear),
                  call("clear of a field", c -> c.clear(Calendar.YEAR)),
                  call("add", c -> c.add(Calendar.YEAR, 1)),
                  call("roll", c -> c.roll(Calendar.YEAR, 1)),
                  call("roll up", c -> c.roll(Calendar.YEAR, true)))),
          calls(
              "Matcher",
              ObjectCallsContentsTest::matcher,
              List.of(
                  call("group", Matcher::group),
                  call("start", Matcher::start),
                  call("end", Matcher::end),
                  call("group of a number", m -> m.group(1)),
                  call("start of a number", m -> m.start(1)),
                  call("end of a number", m -> m.end(1)),
                  call("group of a name", m -> m.group("x")),
                  call("start of a name", m -> m.start("x")),
                  call("end of a name", m -> m.end("x")),
                  call("hitEnd", Matcher::hitEnd),
                  call("toMatchResult", Matcher::toMatchResult)),
              List.of(
                  call("find", Matcher::find),
                  call("find from a place", m -> m.find(0)),
                  call("lookingAt", Matcher::lookingAt),
                  call("usePattern", m -> m.usePattern(Pattern.compile("(?<x>.)")).find(0)))),
          calls(
              "Matcher before a match",
              () -> Pattern.compile("a").matcher("a"),
              List.of(call("hitEnd", Matcher::hitEnd)),
              List.of(
                  call("matches", Matcher::matches),
                  call("reset", m -> m.reset()),
                  call("reset to a text", m -> m.reset("b")),
                  call("region", m -> m.region(0, 1)),
                  call("usePattern", m -> m.usePattern(Pattern.compile("b"))))),
          calls(
              "SimpleEntry",
              () -> new SimpleEntry<>("a", "b"),
              List.of(
                  call("getValue", SimpleEntry::getValue),
                  call("hashCode", SimpleEntry::hashCode),
                  call("toString", SimpleEntry::toString)),
              List.of(call("setValue", e -> e.setValue("c")))),
          calls(
              "StringTokenizer",
              () -> new StringTokenizer("a b c"),
              List.of(),
              List.of(
                  call("nextToken", StringTokenizer::nextToken),
                  call("nextToken by", t -> t.nextToken(" ")),
                  call("hasMoreTokens", StringTokenizer::hasMoreTokens),
                  call("countTokens", StringTokenizer::countTokens))),
          calls(
              "IntSummaryStatistics",
              IntSummaryStatistics::new,
              List.of(
                  call("getCount", IntSummaryStatistics::getCount),
                  call("getSum", IntSummaryStatistics::getSum),
                  call("getMin", IntSummaryStatistics::getMin),
                  call("getMax", IntSummaryStatistics::getMax),
                  call("argument of combine", s -> new IntSummaryStatistics().combine(s))),
              List.of(
                  call("accept", s -> s.accept(1)),
                  call("combine", s -> s.combine(new IntSummaryStatistics())))),
          calls(
              "LongSummaryStatistics",
              LongSummaryStatistics::new,
              List.of(
                  call("getCount", LongSummaryStatistics::getCount),
                  call("getSum", LongSummaryStatistics::getSum),
                  call("getMin", LongSummaryStatistics::getMin),
                  call("getMax", LongSummaryStatistics::getMax),
                  call("argument of combine", s -> new LongSummaryStatistics().combine(s))),
              List.of(
                  call("accept", s -> s.accept(1L)),
                  call("accept of an int", s -> s.accept(1)),
                  call("combine", s -> s.combine(new LongSummaryStatistics())))),
          calls(
              "DoubleSummaryStatistics",
              DoubleSummaryStatistics::new,
              List.of(
                  call("getCount", DoubleSummaryStatistics::getCount),
                  call("getSum", DoubleSummaryStatistics::getSum),
                  call("getMin", DoubleSummaryStatistics::getMin),
                  call("getMax", DoubleSummaryStatistics::getMax),
                  call("argument of combine", s -> new DoubleSummaryStatistics().combine(s))),
              List.of(
                  call("accept", s -> s.accept(1.5)),
                  call("combine", s -> s.combine(new DoubleSummaryStatistics())))),
          calls(
              "StringJoiner",
              () -> new StringJoiner(","),
              List.of(
                  call("toString", StringJoiner::toString),
                  call("length", StringJoiner::length),
                  call("argument of merge", j -> new StringJoiner("").merge(j))),
              List.of(
                  call("add", j -> j.add("a")),
                  call("merge", j -> j.merge(new StringJoiner("-").add("b"))),
                  call("setEmptyValue", j -> j.setEmptyValue("none")))),
          calls(
              "Date",
              () -> new Date(7),
              List.of(
                  call("getTime", Date::getTime),
                  call("before", d -> d.before(new Date(0))),
                  call("after", d -> d.after(new Date(0))),
                  call("equals", d -> d.equals(new Date(0))),
                  call("compareTo", d -> d.compareTo(new Date(0))),
                  call("argument of before", d -> new Date(0).before(d)),
                  call("argument of after", d -> new Date(0).after(d)),
                  call("argument of equals", d -> new Date(0).equals(d)),
                  call("argument of compareTo", d -> new Date(0).compareTo(d)),
                  call("argument of setTime", d -> Calendar.getInstance().setTime(d)),
                  call("hashCode", Date::hashCode),
                  call("toInstant", Date::toInstant)),
              List.of(call("setTime", d -> d.setTime(1)))),
          fieldsOfDates(),
          calls(
              "SplittableRandom",
              () -> new SplittableRandom(1),
              List.of(),
              List.of(call("nextInt", r -> r.nextInt()), call("split", r -> r.split()))));

  @SuppressWarnings("deprecation")
  private static Calls<Date> fieldsOfDates() {
    return calls(
        "fields of a Date",
        () -> new Date(7),
        List.of(
            call("getYear", Date::getYear),
            call("getMonth", Date::getMonth),
            call("getDate", Date::getDate),
            call("getDay", Date::getDay),
            call("getHours", Date::getHours),
            call("getMinutes", Date::getMinutes),
            call("getSeconds", Date::getSeconds),
            call("getTimezoneOffset", Date::getTimezoneOffset),
            call("toString", Date::toString),
            call("toLocaleString", Date::toLocaleString),
            call("toGMTString", Date::toGMTString),
            call("clone", Date::clone)),
        List.of(
            call("setYear", d -> d.setYear(99)),
            call("setMonth", d -> d.setMonth(1)),
            call("setDate", d -> d.setDate(2)),
            call("setHours", d -> d.setHours(3)),
            call("setMinutes", d -> d.setMinutes(4)),
            call("setSeconds", d -> d.setSeconds(5))));
  }

  static Stream<Arguments> races() {
    return OBJECTS.stream().flatMap(Calls::races);
  }

  static Stream<Arguments> noRaces() {
    return OBJECTS.stream().flatMap(Calls::noRaces);
  }

  /** The race is one of the object that threads share, not of a calendar inside. */
  @Test
  void race_ofAFormat_hasItsName() {
    Recorded recorded =
        Recorded.run(
            getClass(),
            () -> {
              SimpleDateFormat format = new SimpleDateFormat("yyyy");
              Programs.both(() -> format.format(new Date(0)));
            });
    assertThat(recorded.races()).containsExactly("SimpleDateFormat contents");
  }
}
