package io.racedet.junit.jdk;

import io.racedet.junit.RaceFree;
import java.io.BufferedReader;
import java.io.StringReader;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.net.DatagramPacket;
import java.net.HttpCookie;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.text.BreakIterator;
import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.text.Format;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.text.SimpleDateFormat;
import java.text.StringCharacterIterator;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Calendar;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;
import java.util.Set;
import java.util.SimpleTimeZone;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TimeZone;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.Notification;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Under a lock, the state of any object of the JDK may tell a thread what another one has done. */
@RaceFree
@Tag(JdkPrograms.PROMISED)
class GuardedObjectsTest extends GuardedPrograms {
  /** An object with a state: what changes it, and whether it has been changed. */
  private record Change(Step change, Question isChanged) {}

  private static Change change(Step change, Question isChanged) {
    return new Change(change, isChanged);
  }

  private static Change drained(Iterator<?> iterator) {
    return new Change(iterator::next, () -> !iterator.hasNext());
  }

  private static void guardedEach(Change... changes) throws Exception {
    for (Change each : changes) {
      guarded(each.change, each.isChanged);
    }
  }

  @Test
  void iterators() throws Exception {
    Spliterator<Integer> spliterator = Stream.of(1).map(x -> x).spliterator();
    guardedEach(
        drained(Stream.of(1).iterator()),
        drained(List.of(1).stream().map(x -> x).iterator()),
        drained(Set.of(1).iterator()),
        drained(Map.of(1, 1).entrySet().iterator()),
        drained(Map.of(1, 1).keySet().iterator()),
        drained(Pattern.compile(",").splitAsStream("a").iterator()),
        drained("a".lines().iterator()),
        drained("a".chars().iterator()),
        drained(new BufferedReader(new StringReader("a")).lines().iterator()),
        drained(new Scanner("a").tokens().iterator()),
        drained(new Random(1).ints(1).iterator()),
        drained(Spliterators.iterator(List.of(1).spliterator())));
    guardedOnce(() -> spliterator.tryAdvance(x -> {}), () -> !spliterator.tryAdvance(x -> {}));
  }

  @Test
  void texts() throws Exception {
    StringCharacterIterator characters = new StringCharacterIterator("abc");
    ParsePosition position = new ParsePosition(0);
    BreakIterator breaks = BreakIterator.getWordInstance();
    breaks.setText("a b c");
    DecimalFormat decimals = new DecimalFormat("#");
    DecimalFormat pattern = new DecimalFormat("0");
    NumberFormat numbers = NumberFormat.getInstance(Locale.ROOT);
    SimpleDateFormat dates = new SimpleDateFormat("y", Locale.ROOT);
    SimpleDateFormat zones = new SimpleDateFormat("y", Locale.ROOT);
    SimpleTimeZone zone = new SimpleTimeZone(7, "seven");
    DecimalFormatSymbols symbols = new DecimalFormatSymbols(Locale.ROOT);
    guardedEach(
        change(characters::next, () -> characters.getIndex() == 1),
        change(() -> position.setIndex(1), () -> position.getIndex() == 1),
        change(breaks::next, () -> breaks.current() == 1),
        change(
            () -> decimals.setMinimumFractionDigits(2),
            () -> decimals.getMinimumFractionDigits() == 2),
        change(() -> pattern.applyPattern("0.00"), () -> pattern.format(1).length() > 1),
        change(() -> numbers.setMaximumFractionDigits(1), () -> numbers.format(0.25).length() == 3),
        change(() -> dates.applyPattern("M"), () -> dates.toPattern().equals("M")),
        change(() -> zones.setTimeZone(zone), () -> zones.getTimeZone().getID().equals("seven")),
        change(() -> symbols.setDecimalSeparator('x'), () -> symbols.getDecimalSeparator() == 'x'));
  }

  @Test
  void charsets() throws Exception {
    CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    ByteBuffer buffer = ByteBuffer.allocate(8);
    CharsetEncoder toArray = StandardCharsets.UTF_8.newEncoder();
    byte[] array = new byte[4];
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    guardedEach(
        change(
            () -> encoder.encode(CharBuffer.wrap("a"), buffer, true), () -> buffer.position() == 1),
        change(
            () -> toArray.encode(CharBuffer.wrap("a"), ByteBuffer.wrap(array), true),
            () -> array[0] == 'a'),
        change(
            () -> decoder.onMalformedInput(CodingErrorAction.IGNORE),
            () -> decoder.malformedInputAction() == CodingErrorAction.IGNORE));
  }

  @Test
  @SuppressWarnings("deprecation")
  void dates() throws Exception {
    Calendar lenient = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    Calendar zoned = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    SimpleTimeZone offset = new SimpleTimeZone(0, "zero");
    TimeZone named = new SimpleTimeZone(0, "zero");
    Date date = new Date(0);
    Timestamp stamp = new Timestamp(0);
    DateTimeFormatterBuilder builder = new DateTimeFormatterBuilder();
    guardedEach(
        change(() -> lenient.setLenient(false), () -> !lenient.isLenient()),
        change(
            () -> zoned.setTimeZone(new SimpleTimeZone(7, "seven")),
            () -> zoned.getTimeZone().getID().equals("seven")),
        change(() -> offset.setRawOffset(7), () -> offset.getRawOffset() == 7),
        change(() -> named.setID("one"), () -> named.getID().equals("one")),
        change(() -> date.setYear(99), () -> date.getYear() == 99),
        change(() -> stamp.setNanos(5), () -> stamp.getNanos() == 5),
        change(
            () -> builder.appendLiteral("a"),
            () -> !builder.toFormatter(Locale.ROOT).toString().isEmpty()));
  }

  @Test
  void matchers() throws Exception {
    Matcher region = Pattern.compile("a").matcher("aa");
    Matcher bounds = Pattern.compile("a").matcher("aa");
    guardedEach(
        change(() -> region.region(1, 2), () -> region.regionStart() == 1),
        change(() -> bounds.useAnchoringBounds(false), () -> !bounds.hasAnchoringBounds()));
  }

  /** Lets the program add what it loads classes from. */
  private static final class OpenLoader extends URLClassLoader {
    OpenLoader() {
      super(new URL[0]);
    }

    void add(URL url) {
      addURL(url);
    }
  }

  @Test
  void others() throws Exception {
    LogRecord message = new LogRecord(Level.INFO, "a");
    LogRecord parameters = new LogRecord(Level.INFO, "a");
    Exception caused = new Exception("a");
    Exception traced = new Exception("a");
    Thread daemon = new Thread(() -> {});
    boolean isDaemon = daemon.isDaemon();
    Thread loading = new Thread(() -> {});
    ClassLoader loader = new OpenLoader();
    ThreadGroup group = new ThreadGroup("a");
    ProcessBuilder joined = new ProcessBuilder("a");
    ProcessBuilder command = new ProcessBuilder("a");
    Locale.Builder locale = new Locale.Builder();
    DatagramPacket packet = new DatagramPacket(new byte[4], 4);
    HttpCookie cookie = new HttpCookie("a", "b");
    Notification notification = new Notification("a", "b", 1);
    Stream.Builder<Integer> numbers = Stream.builder();
    guardedEach(
        change(() -> message.setMessage("b"), () -> message.getMessage().equals("b")),
        change(
            () -> parameters.setParameters(new Object[] {1}),
            () -> parameters.getParameters() != null),
        change(() -> caused.initCause(new Error()), () -> caused.getCause() != null),
        change(
            () -> traced.setStackTrace(new StackTraceElement[0]),
            () -> traced.getStackTrace().length == 0),
        change(() -> daemon.setDaemon(!isDaemon), () -> daemon.isDaemon() != isDaemon),
        change(
            () -> loading.setContextClassLoader(loader),
            () -> loading.getContextClassLoader() == loader),
        change(() -> group.setMaxPriority(2), () -> group.getMaxPriority() == 2),
        change(() -> joined.redirectErrorStream(true), joined::redirectErrorStream),
        change(() -> command.command("b"), () -> command.command().contains("b")),
        change(() -> locale.setLanguage("de"), () -> locale.build().getLanguage().equals("de")),
        change(() -> packet.setLength(1), () -> packet.getLength() == 1),
        change(() -> cookie.setValue("c"), () -> cookie.getValue().equals("c")),
        change(() -> notification.setUserData("c"), () -> notification.getUserData() != null),
        change(
            numbers::build,
            () -> {
              try {
                numbers.add(2);
                return false;
              } catch (IllegalStateException e) {
                return true;
              }
            }));
  }

  /** That it is no cause of itself is said only if it has none. */
  @Test
  void exception_refusesASecondCause() throws Exception {
    Exception caused = new Exception("a");
    guarded(
        () -> caused.initCause(new Error()),
        () -> {
          try {
            caused.initCause(caused);
            return false;
          } catch (IllegalArgumentException e) {
            return false;
          } catch (IllegalStateException e) {
            return true;
          }
        });
  }

  @Test
  void loader_knowsWhatWasAdded() throws Exception {
    URL url = new URL("file:/a");
    OpenLoader loader = new OpenLoader();
    guarded(() -> loader.add(url), () -> loader.getURLs().length == 1);
  }

  @Test
  void calendar_thatAnotherOneIsComparedWith() throws Exception {
    Calendar changed = Calendar.getInstance();
    Calendar other = (Calendar) changed.clone();
    guarded(() -> changed.setTimeInMillis(0), () -> other.compareTo(changed) > 0);
    guarded(() -> changed.setTimeInMillis(Long.MAX_VALUE), () -> other.before(changed));
    guarded(() -> changed.setTimeInMillis(1), () -> other.after(changed));
  }

  @Test
  void positionOfAParser() throws Exception {
    for (Format format :
        List.of(
            new DecimalFormat("0"),
            new SimpleDateFormat("y"),
            new MessageFormat("{0}"),
            new ChoiceFormat("1#1"))) {
      ParsePosition position = new ParsePosition(0);
      guarded(() -> format.parseObject("1", position), () -> position.getIndex() == 1);
    }
    ParsePosition position = new ParsePosition(0);
    guarded(() -> new DecimalFormat("0").parse("1", position), () -> position.getIndex() == 1);
    guarded(() -> new SimpleDateFormat("y").parse("x12", position), () -> position.getIndex() == 3);
    guarded(() -> new MessageFormat("{0}").parse("xyz1", position), () -> position.getIndex() == 4);
  }

  @Test
  void atomics_keepWhatWasStoredPlainly() throws Exception {
    AtomicInteger number = new AtomicInteger();
    guarded(() -> number.setPlain(1), () -> number.getPlain() == 1);
    AtomicLong large = new AtomicLong();
    guarded(() -> large.setOpaque(1), () -> large.getOpaque() == 1);
    AtomicBoolean flag = new AtomicBoolean();
    guarded(() -> flag.setPlain(true), flag::getPlain);
    AtomicReference<String> text = new AtomicReference<>();
    guarded(() -> text.setPlain("a"), () -> text.getPlain() != null);
    AtomicIntegerArray numbers = new AtomicIntegerArray(1);
    guarded(() -> numbers.setPlain(0, 1), () -> numbers.getPlain(0) == 1);
  }

  @Test
  void callSite_knowsItsTarget() throws Exception {
    MethodHandle one = MethodHandles.constant(int.class, 1);
    MutableCallSite site = new MutableCallSite(one.type());
    guarded(() -> site.setTarget(one), () -> site.getTarget() == one);
  }
}
