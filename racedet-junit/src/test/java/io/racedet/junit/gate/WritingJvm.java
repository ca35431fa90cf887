package io.racedet.junit.gate;

import io.racedet.junit.results.RunFolder;
import io.racedet.junit.results.SummaryText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that checks tests, as far as the folder of the report can see. */
public final class WritingJvm {
  private WritingJvm() {}

  /**
   * @param arguments the folder, how its tests are called, how many there are, and what it does
   *     then: {@code finish}, {@code stop} (it ends without saying so), or {@code hang} (it waits
   *     in the middle of one more test to be killed)
   */
  public static void main(String[] arguments) throws Exception {
    Path output = Path.of(arguments[0]);
    RunFolder folder = new RunFolder(output);
    int tests = Integer.parseInt(arguments[2]);
    for (int i = 0; i < tests; i++) {
      String test = arguments[1] + i;
      say(folder.begin(test));
      say(folder.end(i % 5 == 0 ? Parts.racy(test, "field" + i) : Parts.clean(test)));
    }
    switch (arguments[3]) {
      case "finish" -> System.out.print(SummaryText.of(output, folder.finish()));
      case "hang" -> {
        say(folder.begin(arguments[1] + "hanging"));
        Files.createFile(output.resolve("hanging"));
        TimeUnit.HOURS.sleep(1);
      }
      case "stop" -> System.out.println("stopped");
      default -> throw new IllegalArgumentException(arguments[3]);
    }
  }

  private static void say(List<String> problems) {
    problems.forEach(problem -> System.out.println("problem: " + problem));
  }
}
