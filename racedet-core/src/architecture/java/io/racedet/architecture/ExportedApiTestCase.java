package io.racedet.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What users can name changes only together with the file that lists it. */
public abstract class ExportedApiTestCase {
  private static final Path LIST = Path.of("src", "test", "resources", "api.txt");

  private final String renew;

  /**
   * A test of a module.
   *
   * @param module its artifact
   */
  protected ExportedApiTestCase(String module) {
    renew =
        "mvn -B test -pl "
            + module
            + " -am -Dtest=ExportedApiTest -Dsurefire.failIfNoSpecifiedTests=false"
            + " -Dracedet.renewApi=true";
  }

  @Test
  void exportedTypes_areThoseListed() throws IOException, ClassNotFoundException {
    List<String> now = withTypes(ExportedApi.lines());
    if (Boolean.getBoolean("racedet.renewApi")) {
      Files.write(LIST, ExportedApi.lines());
    }
    List<String> listed = withTypes(Files.readAllLines(LIST));
    assertThat(Stream.concat(minus(listed, now, "- "), minus(now, listed, "+ ")))
        .as("%s differs from what is exported; to renew it: %s", LIST, renew)
        .isEmpty();
  }

  /** Each member after the name of its type, so that a difference tells where it is. */
  private static List<String> withTypes(List<String> lines) {
    List<String> result = new ArrayList<>();
    String type = "";
    for (String line : lines) {
      if (!line.startsWith(" ")) {
        type = line.substring(0, line.indexOf(':'));
      }
      result.add(line.startsWith(" ") ? type + line : line);
    }
    return result;
  }

  private static Stream<String> minus(List<String> lines, List<String> others, String sign) {
    Set<String> rest = new TreeSet<>(lines);
    others.forEach(rest::remove);
    return rest.stream().map(line -> sign + line);
  }

  /** The build demands documentation of what is exported. */
  @Test
  void exportedPackages_areThoseThatTheBuildChecks() throws IOException {
    Matcher property =
        Pattern.compile("<racedet.exportedPackages>(.*)</racedet.exportedPackages>")
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(property.find()).isTrue();
    assertThat(property.group(1).split(",")).containsExactlyElementsOf(ExportedApi.packages());
  }
}
