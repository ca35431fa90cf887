package io.racedet.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.trace.block.BlockFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** No limit without a row in the README, and no row without a limit. */
class DocumentedLimitsTest {
  private static final String OF_THE_HEAP = "1 for each (\\d+) bytes of the heap";

  private String section;
  private final Map<String, String[]> rows = new HashMap<>(); // by option

  @BeforeEach
  void read() throws IOException {
    String text = Files.readString(Path.of("README.md"));
    section = text.split("\n### Limits of files\n")[1].split("\n### ")[0];
    section
        .lines()
        .filter(line -> line.startsWith("| `--"))
        .map(line -> line.split(" *\\| *"))
        .forEach(cells -> rows.put(cells[1].replace("`", ""), cells));
  }

  @Test
  void eachLimit_hasARowWithItsDefaultAndItsLargestValue() {
    assertThat(rows).hasSize(TraceLimit.values().length);
    for (TraceLimit limit : TraceLimit.values()) {
      assertThat(rows).containsKey(limit.option());
      String[] cells = rows.get(limit.option());
      assertThat(cells[4]).isEqualTo(number(limit.largest()));
      if (cells[3].matches(OF_THE_HEAP)) {
        long bytes = Long.parseLong(cells[3].replaceAll(OF_THE_HEAP, "$1"));
        assertThat(TraceLimits.forHeap(1 << 30).most(limit)).isEqualTo((1 << 30) / bytes);
      } else {
        assertThat(cells[3]).isEqualTo(number(TraceLimits.DEFAULT.most(limit)));
      }
    }
  }

  @Test
  void limitsOfTheFormats_areNamed() {
    assertThat(section.replace('\n', ' '))
        .contains("a name to " + number(BlockFormat.MAX_NAME_LENGTH) + " bytes")
        .contains("a block to " + number(BlockFormat.MAX_PAYLOAD_LENGTH) + " bytes")
        .contains(" " + number(BlockFormat.MAX_COUNTED) + " events or symbols")
        .contains("the first " + number(RdtLayout.MAX_SITES) + " sites");
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
