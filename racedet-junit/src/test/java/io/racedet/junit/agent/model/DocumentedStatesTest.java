package io.racedet.junit.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.racedet.junit.agent.weave.calls.JdkStates;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Goes through the classes of which the documentation of the JDK says that several threads must not
 * use one object without a lock: calls on each are recorded, or a reason says why not.
 */
class DocumentedStatesTest {
  private static final String LIST = "not-thread-safe.txt";
  private static final String BECAUSE = "because ";
  private static final int RELEASE = 25;

  private static final Pattern FILE =
      Pattern.compile(
          "(?:java\\.(?:base|logging|net\\.http|sql|xml)/(javax?/.*)"
              + "|java\\.desktop/(java(?:/text|x/swing/text)/.*))\\.java");

  private static final Pattern TYPE =
      Pattern.compile(
          "/\\*\\*((?:(?!\\*/).)*)\\*/(?:(?!/\\*\\*|[;{}]).)*?"
              + "\\b(?:class|interface|record|enum)\\s+(\\w+)",
          Pattern.DOTALL);

  private static final Pattern UNSAFE =
      Pattern.compile(
          "\\bnot (?:\\w+ ){0,4}(?:thread[- ]?safe|synchronized\\b|safe for )"
              + "|may not be used in multiple threads"
              + "|need not be (?:thread-?safe|synchronized)",
          Pattern.CASE_INSENSITIVE);

  /** The reasons why calls on the objects of classes are not recorded; null if they are. */
  private static final Map<String, String> LISTED = new LinkedHashMap<>();

  @BeforeAll
  static void readList() throws IOException {
    String reason = null;
    for (String line : lines()) {
      if (line.startsWith(BECAUSE)) {
        reason = line.substring(BECAUSE.length());
      } else if (!line.isBlank() && !line.startsWith("#")) {
        assertThat(LISTED).doesNotContainKey(line);
        LISTED.put(line, reason);
      }
    }
  }

  private static List<String> lines() throws IOException {
    try (InputStream in = DocumentedStatesTest.class.getResourceAsStream(LIST)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  @Test
  void list_isWhatTheDocumentationSays() throws IOException {
    Path sources = Path.of(System.getProperty("java.home"), "lib", "src.zip");
    assumeThat(Runtime.version().feature()).as("the release of the list").isEqualTo(RELEASE);
    assumeThat(Files.exists(sources)).as("this JDK has its sources").isTrue();
    Set<String> unsafe = new TreeSet<>();
    try (ZipFile zip = new ZipFile(sources.toFile())) {
      for (ZipEntry entry : zip.stream().toList()) {
        Matcher file = FILE.matcher(entry.getName());
        if (file.matches()) {
          String name = file.group(file.group(1) == null ? 2 : 1).replace('/', '.');
          add(
              name,
              new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8),
              unsafe);
        }
      }
    }
    assertThat(LISTED.keySet()).containsExactlyInAnyOrderElementsOf(unsafe);
  }

  private static void add(String name, String source, Set<String> unsafe) {
    Matcher type = TYPE.matcher(source);
    while (type.find()) {
      String text = type.group(1).replaceAll("<[^>]*>|\\{@\\w+|\\}|(?m)^\\s*\\*", " ");
      if (UNSAFE.matcher(text.replaceAll("\\s+", " ")).find()) {
        boolean top = name.endsWith('.' + type.group(2));
        String each = top ? name : name + '$' + type.group(2);
        find(each)
            .filter(found -> Modifier.isPublic(found.getModifiers()))
            .ifPresent(found -> unsafe.add(each));
      }
    }
  }

  /** A class, if this JDK has it. */
  private static Optional<Class<?>> find(String name) {
    try {
      return Optional.of(Class.forName(name, false, ClassLoader.getPlatformClassLoader()));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  @Test
  void callsOnEach_areRecordedOrAReasonSaysWhyNot() {
    List<Class<?>> modelled = JdkModelTests.classes();
    List<String> open = new ArrayList<>();
    List<String> stale = new ArrayList<>();
    LISTED.forEach(
        (name, reason) ->
            find(name)
                .ifPresent(
                    type -> {
                      boolean recorded = isRecorded(type) || modelled.contains(type);
                      if (!recorded && reason == null) {
                        open.add(name);
                      } else if (recorded && reason != null) {
                        stale.add(name);
                      }
                    }));
    assertThat(open).isEmpty();
    assertThat(stale).isEmpty();
  }

  private static boolean isRecorded(Class<?> type) {
    return type == java.nio.Buffer.class
        || JdkStates.owners().contains(type.getName().replace('.', '/'));
  }
}
