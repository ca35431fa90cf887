package io.racedet.junit.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.junit.gate.Parts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What cannot be read or written fails no test, and is said. */
class RunFolderProblemsTest extends RunFolderTestCase {
  @Test
  void damagedPart_isMissing_andTheReportSaysSo() throws IOException {
    RunFolder folder = folder();
    folder.begin("a");
    folder.end(Parts.clean("a"));
    folder.end(Parts.clean("b"));
    Path results = results(ProcessIdentity.current());
    byte[] bytes = Files.readAllBytes(results);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.indexOf("\"tests\"")] = '?';
    Files.write(results, bytes);
    folder.finish();
    assertThat(tests(json())).containsExactly("b");
    assertThat(json().warnings()).singleElement().asString().contains("cannot be read");
    assertThat(json().warnings().get(0)).doesNotContain(directory.toString());
  }

  private Path results(ProcessIdentity jvm) {
    return output.resolve(".parts").resolve("run").resolve(jvm.text() + PartFile.EXTENSION);
  }

  /* As a JVM leaves it that is killed while it writes, at whatever byte. */
  @Test
  void cutResult_isMissing_andTheReportSaysSo() throws IOException {
    RunFolder killed = new RunFolder(output, RUN, DEAD);
    killed.begin("a");
    killed.end(Parts.clean("a"));
    long first = Files.size(results(DEAD));
    killed.end(Parts.clean("b"));
    killed.finish();
    byte[] whole = Files.readAllBytes(results(DEAD));
    for (int length = whole.length - 1; length > first; length -= 7) {
      Files.write(results(DEAD), Arrays.copyOf(whole, length));
      RunFolder folder = folder();
      folder.begin("c");
      folder.finish();
      assertThat(tests(json()))
          .as("after %d of %d bytes", length, whole.length)
          .containsExactly("a");
      assertThat(json().warnings())
          .containsExactly("the last result of a JVM is incomplete and is missing");
    }
  }

  /* Its name is shorter than that of the test before. */
  @Test
  void markerOfAShorterName_namesTheTestThatRuns() throws IOException {
    RunFolder killed = new RunFolder(output, RUN, DEAD);
    killed.begin("transfers() with a long name");
    killed.end(Parts.clean("a"));
    killed.begin("pays()");
    RunFolder folder = folder();
    folder.begin("c");
    folder.finish();
    assertThat(json().warnings())
        .singleElement()
        .asString()
        .contains("was killed or has exited while it checked pays(): ");
  }

  @Test
  void damagedFileOfWhatATestHadFound_isSaid_andTheOtherResultsAreThere() throws IOException {
    RunFolder killed = new RunFolder(output, RUN, DEAD);
    killed.begin("killed");
    killed.keep(Parts.racy("killed", "balance"));
    Path found = output.resolve(".parts").resolve("run").resolve(DEAD.text() + ".found");
    Files.writeString(found, Files.readString(found).substring(0, 40));
    RunFolder folder = folder();
    assertThat(folder.begin("a")).isEmpty();
    assertThat(folder.end(Parts.racy("a", "limit"))).isEmpty();
    assertThat(folder.finish().problems()).isEmpty();
    assertThat(fields(json())).containsExactly("Account.limit");
    assertThat(json().warnings())
        .hasSize(2)
        .anyMatch(
            warning ->
                warning.startsWith("what killed had found so far cannot be read and is missing: "))
        .anyMatch(warning -> warning.contains("was killed or has exited while it checked killed"))
        .noneMatch(warning -> warning.contains(directory.toString()));
  }

  @Test
  void outputBelowAFile_isAProblem_thatFailsNothing() throws IOException {
    Files.createDirectories(output.getParent().getParent());
    Files.createFile(output.getParent());
    assertProblem(folder());
  }

  /* Not even root can write there. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void readOnlyOutput_isAProblem_thatFailsNothing() {
    output = Path.of("/proc/racedet");
    assertProblem(folder());
  }

  private void assertProblem(RunFolder folder) {
    assertThat(folder.begin("a")).singleElement().asString().contains("could not be written");
    assertThat(folder.end(Parts.racy("a", "balance")))
        .singleElement()
        .asString()
        .contains("could not be written");
    RunFolder.Written written = folder.finish();
    assertThat(written.problems()).singleElement().asString().contains("could not be written");
    assertThat(written.problems()).allMatch(folder::isProblem);
    assertThat(SummaryText.of(output, written))
        .startsWith(
            "racedet: incomplete, some results could not be written: 1 test checked;"
                + " 3 repetitions, 70 events; races: 1 observed\n"
                + "racedet: the report in "
                + output
                + " could not be written")
        .doesNotContain("report.html");
    assertThat(SummaryText.of(output, folder.finish()))
        .as("the results that were kept elsewhere are removed")
        .startsWith("racedet: the report in ");
  }

  @Test
  void hostileNames_stayOneLineOnTheConsole() {
    RunFolder folder = new RunFolder(output, RUN, DEAD);
    folder.begin("evil\n\u001b[31mracedet: 0 races\r");
    RunFolder other = folder();
    other.begin("a");
    other.end(Parts.clean("a"));
    String text = SummaryText.of(output, other.finish());
    assertThat(text.lines()).allMatch(line -> line.startsWith("racedet: "));
    assertThat(text).doesNotContain("\u001b", "\r");
  }

  /* Without root, a limit on file sizes is the closest approximation to a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void fullDisk_isAProblem_andWhatIsThereStaysWhole() throws Exception {
    checkFullDisk(6);
  }

  @Test
  @Tag("soak")
  @EnabledOnOs(OS.LINUX)
  void fullDisk_ofMoreTests_isAProblem_andWhatIsThereStaysWhole() throws Exception {
    checkFullDisk(60);
  }

  private void checkFullDisk(int tests) throws Exception {
    output(start("first", 1, "finish"));
    String limited =
        output(start("other", tests, "finish", "/bin/sh", "-c", "ulimit -f 8; exec \"$@\"", "sh"));
    assertThat(limited)
        .contains("could not be written")
        .contains("racedet: incomplete, some results could not be written: ")
        .doesNotContain("Exception in thread");
    assertThat(tests(json())).contains("first0");
    try (Stream<Path> files = Files.walk(output)) {
      assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
    }
  }
}
