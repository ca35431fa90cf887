package io.racedet.samples.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Figures that other documents, or other sentences, repeat are those of the tables of figures. */
class FiguresTest {
  private static final Document README = Document.of("README.md");
  private static final Document FIGURES = Document.of("racedet-core/src/jmh/README.md");

  private static final Pattern TIMES = Pattern.compile("\\(([\\d.]+) *times\\)");
  private static final Pattern SUBHEADING = Pattern.compile("(?m)^### ");
  private static final Pattern SPACES = Pattern.compile("\\s+");

  /**
   * The rows of the tables in a section before its first subsection, split into cells; the first
   * cell is a row's name.
   */
  private static List<String[]> rows(String heading) {
    return SUBHEADING
        .split(FIGURES.section(heading))[0]
        .lines()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| program"))
        .map(line -> line.substring(1).split("\\|"))
        .toList();
  }

  private static double number(String cell) {
    return Double.parseDouble(cell.replaceAll("times.*|,", "").strip());
  }

  private static double ratio(String cell) {
    return TIMES
        .matcher(cell)
        .results()
        .mapToDouble(m -> number(m.group(1)))
        .findFirst()
        .orElseThrow();
  }

  private static String words(Document document) {
    return SPACES.matcher(document.text()).replaceAll(" ");
  }

  private static double geometricMean(Stream<Double> values) {
    return Math.exp(values.mapToDouble(Math::log).average().orElseThrow());
  }

  @Test
  void priceOfSuites_inTheReadme_isThatOfTheTable() {
    List<String> ratios =
        TIMES
            .matcher(FIGURES.section("## Whole suites"))
            .results()
            .map(match -> match.group(1))
            .sorted((a, b) -> Double.compare(number(a), number(b)))
            .toList();
    assertThat(words(README))
        .contains(
            "Whole suites of libraries take %s to %s times as long"
                .formatted(ratios.get(0), ratios.get(ratios.size() - 1)));
  }

  @Test
  void priceOfPrograms_inTheReadme_isThatOfTheTable() {
    double[] ratios =
        rows("## Whole programs").stream().mapToDouble(row -> ratio(row[3])).sorted().toArray();
    assertThat(words(README))
        .contains(
            String.format(
                Locale.ROOT,
                "access fields and arrays %s to %.0f times",
                ratios[0],
                ratios[ratios.length - 1]));
  }

  @Test
  void meansOfPrograms_followFromTheirTable() {
    List<String[]> rows = rows("## Whole programs");
    assertThat(rows).hasSize(7);
    assertThat(words(FIGURES))
        .contains(
            String.format(
                Locale.ROOT,
                "The geometric means: %.1f times when nothing is recorded, %.0f times checked, %.0f"
                    + " times with RoadRunner.",
                geometricMean(rows.stream().map(row -> number(row[2]))),
                geometricMean(rows.stream().map(row -> ratio(row[3]))),
                geometricMean(rows.stream().map(row -> number(row[4]) / number(row[1])))));
  }

  /** A time, and beside it how many times that is: both from the same two columns. */
  @Test
  void ratiosOfPrograms_followFromTheirTimes() {
    for (String[] row : rows("## Whole programs")) {
      double checked = number(row[3].replaceAll("\\(.*", ""));
      double ratio = ratio(row[3]);
      assertThat(checked / number(row[1])).as(row[0]).isBetween(ratio * 0.98, ratio * 1.02);
    }
  }
}
