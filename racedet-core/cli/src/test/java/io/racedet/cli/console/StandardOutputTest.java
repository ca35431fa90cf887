package io.racedet.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardOutputTest {
  private static final String CLOSED = "Broken pipe";
  private static final String FULL = "No space left on device";

  @TempDir private Path folder;
  private Path racy;

  @BeforeEach
  void write() throws IOException {
    racy = Files.writeString(folder.resolve("racy.std"), "T1|w(x)|a\nT2|w(x)|b\n");
  }

  @Test
  void closedPipe_endsACommandAtOnceAndQuietly() {
    // Writing a hundred million events would take far longer than the timeout.
    CommandRun run =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(20),
            () ->
                CommandRun.withOutputThatFails(
                    10, CLOSED, "generate", "--events=100000000", "--seed=1", "--to=std", "-"));
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "tsv"})
  void fullDisk_isSaid_whateverTheRaces(String form) {
    CommandRun run = CommandRun.withOutputThatFails(10, FULL, "analyze", "--output", form, racy);
    assertThat(run.err().lines()).containsExactly("racedet: standard output: " + FULL);
    assertThat(run.status()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"engines", "--help", "--version", "analyze --help"})
  void fullDisk_isSaidByCommandsWithoutATraceToo(String words) {
    CommandRun run = CommandRun.withOutputThatFails(3, FULL, (Object[]) words.split(" "));
    assertThat(run.err().lines()).containsExactly("racedet: standard output: " + FULL);
    assertThat(run.status()).isEqualTo(2);
  }

  @Test
  void fullDisk_whenConverting_isSaid() {
    CommandRun run = CommandRun.withOutputThatFails(3, FULL, "convert", "--to=rdt", racy, "-");
    assertThat(run.err().lines()).containsExactly("racedet: standard output: " + FULL);
    assertThat(run.status()).isEqualTo(2);
  }
}
