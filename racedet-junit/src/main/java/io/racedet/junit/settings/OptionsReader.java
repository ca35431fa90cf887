package io.racedet.junit.settings;

import io.racedet.RaceAnalysis;
import io.racedet.junit.BodyThread;
import io.racedet.junit.Schedule;
import io.racedet.junit.baseline.BaselineSource;
import io.racedet.junit.known.Gate;
import io.racedet.junit.known.KnownSource;
import io.racedet.race.Grade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Resolves settings into {@link Options}: the first source that sets an attribute takes precedence.
 *
 * <p>An invalid value causes an {@link IllegalArgumentException} that names the source, the
 * attribute, the value, and what was expected.
 */
public final class OptionsReader {
  private static final String DEFAULT_SCHEDULES =
      "NONE, NOISE, INSTRUCTION, PRIORITY, PARTIAL_ORDER, RANDOM_WALK, TARGETED";

  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})\\s*(ms|s|m)");
  private static final Pattern CLASSES =
      Pattern.compile("[\\p{javaJavaIdentifierPart}.]+|[\\w.-]+:[\\w.-]+");

  private static final String GRADES = "PREDICTED, OBSERVED, WITNESSED or CONFIRMED";

  private static final String BASELINES = "a file, write, or write:FILE";
  private static final String WRITE = "write";

  private static final String KNOWN = "a file, read, read:FILE, or off";
  private static final String READ = "read";

  private static final long MAX_MEBIBYTES = 1 << 30;
  private static final String MEBIBYTES = "mebibytes, from 1 to " + MAX_MEBIBYTES;

  private final List<Settings> sources;
  private final LongSupplier freshSeed;

  /** Creates a reader that takes a fresh seed if none is set. */
  public OptionsReader(List<Settings> sources, LongSupplier freshSeed) {
    this.sources = List.copyOf(sources);
    this.freshSeed = freshSeed;
  }

  /** Reads all attributes. */
  public Options read() {
    return new Options(
        unlessSwitchedOff("enabled"),
        read("repetitions", "100", "a whole number of at least 1", positiveInt()),
        read("timeLimit", "2s", "a duration such as 500ms, 2s or 1m", OptionsReader::duration),
        read("hangAfter", "10s", "a duration such as 500ms, 10s or 1m", OptionsReader::duration),
        unlessSwitchedOff("threadFailures"),
        unlessSwitchedOff("deadlocks"),
        unlessSwitchedOff("solo"),
        unlessSwitchedOff("filter"),
        plan(),
        engines(),
        read("failOn", "WITNESSED", GRADES, OptionsReader::grade),
        patterns("instrument"),
        patterns("exclude"),
        first("maxEvents", "a whole number of at least 1", OptionsReader::positiveLong)
            .orElse(Options.UNLIMITED),
        read("memory", "256", MEBIBYTES, OptionsReader::mebibytes),
        read("spill", "4096", MEBIBYTES, OptionsReader::mebibytes),
        read("thread", "OWN", "OWN or SAME", OptionsReader::bodyThread),
        output(),
        baseline(),
        known());
  }

  private KnownSource known() {
    Gate gate = read("gate", "ALL", "all or new", oneOf(Gate.class));
    return first("known", KNOWN, text -> known(text, gate))
        .orElseGet(() -> KnownSource.unnamed(gate));
  }

  private static Optional<KnownSource> known(String text, Gate gate) {
    if (text.equals("off")) {
      return Optional.of(new KnownSource(Optional.empty(), false, gate));
    }
    boolean isRead = text.equals(READ) || text.startsWith(READ + ':');
    String file = isRead ? text.substring(Math.min(text.length(), READ.length() + 1)) : text;
    return path(text.equals(READ) ? KnownSource.DEFAULT_FILE.toString() : file)
        .filter(each -> each.getFileName() != null)
        .map(each -> new KnownSource(Optional.of(each), !isRead, gate));
  }

  /** Writing is requested from outside, for one run: it applies whichever source names the file. */
  private BaselineSource baseline() {
    List<BaselineSource> values =
        sources.stream()
            .map(source -> parse(source, "baseline", BASELINES, OptionsReader::baseline))
            .flatMap(Optional::stream)
            .toList();
    boolean write = values.stream().anyMatch(BaselineSource::write);
    return values.stream()
        .filter(BaselineSource::named)
        .findFirst()
        .map(value -> new BaselineSource(value.file(), true, write))
        .orElseGet(() -> new BaselineSource(BaselineSource.DEFAULT.file(), false, write));
  }

  private static Optional<BaselineSource> baseline(String text) {
    if (text.equals(WRITE)) {
      return Optional.of(new BaselineSource(BaselineSource.DEFAULT.file(), false, true));
    }
    boolean write = text.startsWith(WRITE + ':');
    return path(write ? text.substring(WRITE.length() + 1) : text)
        .filter(file -> file.getFileName() != null)
        .map(file -> new BaselineSource(file, true, write));
  }

  private boolean unlessSwitchedOff(String attribute) {
    // Any source can switch it off, not only the one that takes precedence.
    return sources.stream()
        .map(source -> parse(source, attribute, "true or false", OptionsReader::bool))
        .flatMap(Optional::stream)
        .reduce(true, Boolean::logicalAnd);
  }

  /** Reads the directory of the reports. */
  public Path output() {
    boolean gradle =
        Files.exists(Path.of("build.gradle")) || Files.exists(Path.of("build.gradle.kts"));
    String directory = gradle ? "build/racedet" : "target/racedet";
    return read("output", directory, "a directory", OptionsReader::path);
  }

  private Plan plan() {
    Optional<SeededSchedule> file =
        sources.stream()
            .map(source -> source.value("replay").map(text -> replayFile(source, text)))
            .flatMap(Optional::stream)
            .findFirst();
    if (file.isPresent()) {
      return new Plan.Replay(file.get());
    }
    Optional<Plan> replay =
        sources.stream()
            .flatMap(source -> source.value("seed").stream())
            .map(text -> SeededSchedule.parse(text).<Plan>map(Plan.Replay::new))
            .flatMap(Optional::stream)
            .findFirst();
    // A replay is requested from outside, for one run: it takes precedence over any fixed seed.
    return replay.orElseGet(
        () -> {
          List<Schedule> schedules =
              read("schedule", DEFAULT_SCHEDULES, schedules(), OptionsReader::schedules);
          long seed =
              first("seed", "a whole number, or SCHEDULE:number to replay", OptionsReader::number)
                  .orElseGet(freshSeed::getAsLong);
          return new Plan.Rotation(schedules, seed);
        });
  }

  private List<String> engines() {
    String defaults = "fasttrack, pwr-ee-l";
    for (Settings source : sources) {
      Optional<String> text = source.value("engines");
      if (text.isPresent()) {
        List<String> names = elements(text.get().strip(), Optional::of).orElseThrow();
        if (names.isEmpty()) {
          throw invalid(source, "engines", text.get(), "one or more names of engines");
        }
        try {
          RaceAnalysis.with(names.toArray(String[]::new));
        } catch (IllegalArgumentException unknown) {
          throw new IllegalArgumentException(
              source.label("engines") + " = " + text.get() + ": " + unknown.getMessage(), unknown);
        }
        return names;
      }
    }
    return elements(defaults, Optional::of).orElseThrow();
  }

  private static SeededSchedule replayFile(Settings source, String text) {
    try {
      return ReplayFiles.read(Path.of(text.strip()));
    } catch (IOException | InvalidPathException unreadable) {
      throw invalid(source, "replay", text, "a readable replay file; " + unreadable);
    }
  }

  private static Optional<Path> path(String text) {
    try {
      return text.isEmpty() ? Optional.empty() : Optional.of(Path.of(text));
    } catch (InvalidPathException bad) {
      return Optional.empty();
    }
  }

  private <T> T read(
      String attribute, String defaultText, String expected, Function<String, Optional<T>> parser) {
    return first(attribute, expected, parser)
        .orElseGet(() -> parser.apply(defaultText).orElseThrow());
  }

  private <T> Optional<T> first(
      String attribute, String expected, Function<String, Optional<T>> parser) {
    return sources.stream()
        .map(source -> parse(source, attribute, expected, parser))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static <T> Optional<T> parse(
      Settings source, String attribute, String expected, Function<String, Optional<T>> parser) {
    return source
        .value(attribute)
        .map(
            text ->
                parser
                    .apply(text.strip())
                    .orElseThrow(() -> invalid(source, attribute, text, expected)));
  }

  private List<String> patterns(String attribute) {
    return read(
        attribute,
        "",
        "packages, classes or group:artifact",
        text -> elements(text, OptionsReader::classPattern));
  }

  private static <T> Optional<List<T>> elements(
      String text, Function<String, Optional<T>> element) {
    List<String> parts = text.isEmpty() ? List.of() : List.of(text.split("\\s*,\\s*", -1));
    List<T> parsed =
        parts.stream()
            .filter(part -> !part.isEmpty())
            .map(element)
            .flatMap(Optional::stream)
            .toList();
    return parsed.size() == parts.size() ? Optional.of(parsed) : Optional.empty();
  }

  private static IllegalArgumentException invalid(
      Settings source, String attribute, String text, String expected) {
    return new IllegalArgumentException(
        source.label(attribute) + " = " + text + " (expected: " + expected + ")");
  }

  private static String schedules() {
    return "one or more of "
        + Arrays.stream(Schedule.values()).map(Schedule::name).collect(Collectors.joining(", "));
  }

  private static Optional<List<Schedule>> schedules(String text) {
    return elements(text, oneOf(Schedule.class)).filter(parsed -> !parsed.isEmpty());
  }

  private static Function<String, Optional<Integer>> positiveInt() {
    return text ->
        positiveLong(text).filter(number -> number <= Integer.MAX_VALUE).map(Long::intValue);
  }

  private static Optional<Long> positiveLong(String text) {
    return number(text).filter(number -> number >= 1);
  }

  private static Optional<Long> mebibytes(String text) {
    return positiveLong(text).filter(number -> number <= MAX_MEBIBYTES);
  }

  private static Optional<Long> number(String text) {
    return text.matches("-?\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  private static Optional<Duration> duration(String text) {
    Matcher matcher = DURATION.matcher(text);
    if (!matcher.matches() || matcher.group(1).matches("0+")) {
      return Optional.empty();
    }
    long amount = Long.parseLong(matcher.group(1));
    return Optional.of(
        switch (matcher.group(2)) {
          case "ms" -> Duration.ofMillis(amount);
          case "s" -> Duration.ofSeconds(amount);
          default -> Duration.ofMinutes(amount);
        });
  }

  private static Optional<Boolean> bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }

  private static Optional<Grade> grade(String text) {
    return oneOf(Grade.class).apply(text).filter(grade -> grade != Grade.REFUTED);
  }

  private static Optional<BodyThread> bodyThread(String text) {
    return oneOf(BodyThread.class).apply(text).filter(thread -> thread != BodyThread.DEFAULT);
  }

  private static <E extends Enum<E>> Function<String, Optional<E>> oneOf(Class<E> type) {
    return text ->
        Arrays.stream(type.getEnumConstants())
            .filter(each -> each.name().equalsIgnoreCase(text))
            .findFirst();
  }

  private static Optional<String> classPattern(String text) {
    return CLASSES.matcher(text).matches() ? Optional.of(text) : Optional.empty();
  }
}
