package io.racedet.junit.owners;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random patterns match what Git itself ignores by them, where both mean the same: that is, all
 * patterns but those with {@code *} as their last name, {@code **} within a name, {@code !},
 * brackets, and an escaped number sign.
 */
class OwnerPatternAgainstGitTest {
  private static final List<String> NAMES =
      List.of(
          "a", "b", "ab", "ba", "a.java", "b.java", "aab", "a b", "a*", "a?", "(a)", "a+b", "$");
  private static final List<String> PARTS =
      List.of("a", "b", "*", "?", ".java", "\\*", "\\?", "\\ ", "(", ")", "+", "$", "\\a");

  /** How many patterns one process of Git answers for. */
  private static final int AT_ONCE = 150;

  private static boolean hasGit;

  @BeforeAll
  static void findGit() throws InterruptedException {
    try {
      hasGit = new ProcessBuilder("git", "--version").start().waitFor() == 0;
    } catch (IOException absent) {
      hasGit = false;
    }
    if (!hasGit) {
      System.out.println(
          "NOT TESTED: patterns of CODEOWNERS against git, which is not installed (expected: git)");
    }
  }

  @Test
  void patterns_matchWhatGitIgnores(@TempDir Path repository) throws Exception {
    compare(repository, 150);
  }

  @Test
  @Tag("soak")
  void morePatterns_matchWhatGitIgnores(@TempDir Path repository) throws Exception {
    compare(repository, 5_000);
  }

  private static void compare(Path repository, int patterns) throws Exception {
    assumeTrue(hasGit);
    long seed = Long.getLong("racedet.owners.seed", 20L);
    Random random = new Random(seed);
    run(repository, List.of("git", "init", "-q"), "");
    List<String> paths = paths(random);
    int matched = 0;
    for (int from = 0; from < patterns; from += AT_ONCE) {
      List<String> some =
          Stream.generate(() -> pattern(random)).limit(Math.min(AT_ONCE, patterns - from)).toList();
      List<Set<String>> ignored = ignored(repository, some, paths);
      for (int i = 0; i < some.size(); i++) {
        OwnerPattern own = OwnerPattern.parse(some.get(i));
        Set<String> found = new TreeSet<>(paths.stream().filter(own::matches).toList());
        assertThat(found).as("pattern %s, seed %d", some.get(i), seed).isEqualTo(ignored.get(i));
        matched += found.isEmpty() ? 0 : 1;
      }
    }
    // Else nothing would be compared.
    assertThat(matched).isGreaterThan(patterns / 4);
  }

  private static List<String> paths(Random random) {
    Set<String> paths = new HashSet<>(NAMES);
    while (paths.size() < 400) {
      List<String> names = new ArrayList<>();
      for (int depth = random.nextInt(4); depth >= 0; depth--) {
        names.add(NAMES.get(random.nextInt(NAMES.size())));
      }
      paths.add(String.join("/", names));
    }
    return List.copyOf(paths);
  }

  private static String pattern(Random random) {
    List<String> names = new ArrayList<>();
    for (int depth = random.nextInt(3); depth >= 0; depth--) {
      names.add(random.nextInt(4) == 0 ? "**" : name(random));
    }
    String pattern =
        (random.nextInt(3) == 0 ? "/" : "")
            + String.join("/", names)
            + (random.nextInt(4) == 0 ? "/" : "");
    boolean isDifferent = pattern.endsWith("/*") || pattern.equals("/*") || pattern.endsWith("\\ ");
    return isDifferent ? pattern(random) : pattern;
  }

  private static String name(Random random) {
    if (random.nextInt(3) == 0) {
      return random.nextBoolean() ? "a" : "b";
    }
    StringBuilder name = new StringBuilder();
    for (int left = random.nextInt(3); left >= 0; left--) {
      name.append(PARTS.get(random.nextInt(PARTS.size())));
    }
    // Git itself takes a**/** for a/**/** or for a*/**, as what follows differs.
    return name.toString().replaceAll("\\*\\*+", "*");
  }

  /** What Git ignores by each pattern, which has a folder of its own. */
  private static List<Set<String>> ignored(
      Path repository, List<String> patterns, List<String> paths) throws Exception {
    List<Set<String>> ignored = new ArrayList<>();
    StringBuilder input = new StringBuilder();
    for (int i = 0; i < patterns.size(); i++) {
      Path folder = Files.createDirectories(repository.resolve(Integer.toString(i)));
      Files.writeString(folder.resolve(".gitignore"), patterns.get(i) + "\n");
      ignored.add(new TreeSet<>());
      // None of the files exists: Git decides by names, and all but the last name are folders.
      for (String path : paths) {
        input.append(i).append('/').append(path).append('\0');
      }
    }
    List<String> command = List.of("git", "check-ignore", "--no-index", "-z", "--stdin");
    for (String path : run(repository, command, input.toString()).split("\0")) {
      if (!path.isEmpty()) {
        int slash = path.indexOf('/');
        ignored.get(Integer.parseInt(path.substring(0, slash))).add(path.substring(slash + 1));
      }
    }
    return ignored;
  }

  private static String run(Path folder, List<String> command, String input) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    builder.environment().put("HOME", folder.toString());
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Path in = Files.createTempFile("paths", ".txt");
    try {
      Files.writeString(in, input);
      Process process = builder.redirectInput(in.toFile()).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      // check-ignore ends with 1 if nothing is ignored.
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isBetween(0, 1);
      return output;
    } finally {
      Files.delete(in);
    }
  }
}
