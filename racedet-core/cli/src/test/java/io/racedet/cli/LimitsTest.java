package io.racedet.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.TraceAnalysis;
import io.racedet.engine.EngineLimits;
import io.racedet.race.Limit;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lists of limits in LIMITS.md: all that exist, with their values, and no others. */
class LimitsTest {
  private static final Pattern SOURCE = // of racedet-core and the modules in it
      Pattern.compile("[.][.]/(?:\\w+/)?src/(?:main|generated)/java/(io/.*/(\\w+))[.]java");
  private static final Pattern NAME = Pattern.compile("`(\\w+\\.[A-Z_]+)`");
  private static final Pattern CONSTANT =
      Pattern.compile("static final (?:int|long) ((?:MOST|MAX|LONGEST|LARGEST|DEEPEST)\\w*) =");

  /** Constants that cut nothing off. */
  private static final Set<String> NO_LIMITS =
      Set.of(
          "GeneratedTrace.MAX_TURN", // shapes of generated traces
          "GeneratedTrace.MAX_SECTION_LENGTH",
          "GeneratedTrace.DEEPEST",
          "RdtLayout.MAX_SITES", // later ones are written in full
          "SplitOutput.MAX_SPLITS", // the last one is as long as it takes
          "BlockFormat.MAX_NUMBER_LENGTH", // what 32 bits take
          "RowHash.MAX_PROBE_LENGTH", // then the table grows
          "Locksets.MAX_CACHE", // what it does not hold is computed again
          "ShortWitness.MOST", // longer witnesses stay as they were found
          "RunOrder.MAX_VISITS", // then the found order is followed
          "RequestCycles.MAX_COMPARED", // then cycles are searched for anyway
          "PairJoining.MOST", // then segments are not joined
          "HbEngineChoice.MAX_ORDERING", // then another engine is chosen
          "HbEngineChoice.MAX_THREADS");

  /** A row of a list. */
  private record Row(List<String> names, long value, String rest) {}

  private static List<Row> rows() throws IOException {
    return Files.readString(Path.of("../LIMITS.md"))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(LimitsTest::row)
        .toList();
  }

  private static Row row(String line) {
    String[] cells = line.split("[|]", 4);
    List<String> names = NAME.matcher(cells[1]).results().map(m -> m.group(1)).toList();
    return new Row(names, Long.parseLong(cells[2].strip().replace(",", "")), cells[3].strip());
  }

  /** The constants that look like limits, with their classes. */
  private static Map<String, Class<?>> constants() throws IOException {
    Map<String, Class<?>> constants = new TreeMap<>();
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      for (Path file : files.toList()) {
        Matcher source = SOURCE.matcher(file.toString());
        if (source.matches()) {
          Matcher matcher = CONSTANT.matcher(Files.readString(file));
          while (matcher.find()) {
            constants.put(source.group(2) + '.' + matcher.group(1), type(source.group(1)));
          }
        }
      }
    }
    return constants;
  }

  private static Class<?> type(String path) {
    try {
      return Class.forName(path.replace('/', '.'));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(path, e);
    }
  }

  @Test
  void everyConstantThatIsALimit_hasARow() throws IOException {
    Set<String> listed = new TreeSet<>(NO_LIMITS);
    for (Row row : rows()) {
      row.names().stream().filter(name -> !name.startsWith("Limit.")).forEach(listed::add);
    }
    assertThat(listed).isEqualTo(constants().keySet());
  }

  @Test
  void everyRow_hasTheValueOfItsConstant() throws IOException, ReflectiveOperationException {
    Map<String, Class<?>> constants = constants();
    for (Row row : rows()) {
      for (String name : row.names()) {
        if (!name.startsWith("Limit.")) {
          Field field = constants.get(name).getDeclaredField(name.substring(name.indexOf('.') + 1));
          field.setAccessible(true);
          assertThat(((Number) field.get(null)).longValue()).as(name).isEqualTo(row.value());
        }
      }
    }
  }

  @Test
  void everyLimitOfResults_hasARowWithItsDefaultAndOption() throws IOException {
    Map<Limit, Long> defaults = new LinkedHashMap<>();
    defaults.put(Limit.EDGES, (long) EngineLimits.DEFAULT.edges());
    defaults.put(Limit.SECTIONS, (long) EngineLimits.DEFAULT.sections());
    defaults.put(Limit.WINDOW, (long) EngineLimits.DEFAULT.window());
    defaults.put(Limit.SEARCH_STEPS, TraceAnalysis.WITNESS_BUDGET);
    defaults.put(Limit.TOTAL_STEPS, TraceAnalysis.WITNESS_TOTAL);
    defaults.put(Limit.CYCLE_STEPS, 10_000_000L);
    defaults.put(Limit.CLOSURE_STEPS, 50_000_000L);
    defaults.put(Limit.PAIRS_TRIED, 32L);
    defaults.put(Limit.RULES, 65_536L);
    assertThat(defaults).containsOnlyKeys(Limit.values());
    Map<Limit, Row> rows = new LinkedHashMap<>();
    for (Row row : rows()) {
      row.names().stream()
          .filter(name -> name.startsWith("Limit."))
          .forEach(name -> rows.put(Limit.valueOf(name.substring("Limit.".length())), row));
    }
    assertThat(rows).containsOnlyKeys(Limit.values());
    rows.forEach(
        (limit, row) -> {
          assertThat(row.value()).as("%s", limit).isEqualTo(defaults.get(limit));
          String option = limit.option().isEmpty() ? "|" : "`" + limit.option() + "`";
          assertThat(row.rest()).startsWith(option);
        });
  }
}
