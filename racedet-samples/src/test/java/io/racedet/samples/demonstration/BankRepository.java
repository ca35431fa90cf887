package io.racedet.samples.demonstration;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The repository of a user: a small Maven project in a Git repository, which resolves racedet from
 * a file repository and everything else from the local repository of this build.
 */
final class BankRepository {
  private static final String GROUP = "io/racedet/";
  private static final int MINUTES = 5;

  private final Path work;
  private final Path project;
  private final String version = setting("racedet");

  /**
   * Creates the project, without a commit.
   *
   * @param work an empty folder
   */
  BankRepository(Path work) throws Exception {
    this.work = work;
    this.project = Files.createDirectories(work.resolve("bank"));
    publish();
    String pom = resource("pom.xml");
    for (String name : List.of("racedet", "junit", "resources", "compiler", "jar", "surefire")) {
      pom = pom.replace('@' + name + '@', setting(name));
    }
    write("pom.xml", pom.replace("@flags@", System.getProperty("demonstration.flags", "")));
    for (String test : List.of("AccountTest", "SecondAccountTest", "AccountIT")) {
      String text = resource("AccountTest.java.txt").replace("@name@", test);
      write("src/test/java/com/acme/" + test + ".java", text);
    }
    write(".gitignore", "target/\n");
    run(List.of("git", "init", "-q"));
  }

  /** A version that this build uses, as passed by its pom. */
  private static String setting(String name) {
    String value = System.getProperty("demonstration." + name);
    if (value == null) {
      throw new AssertionError("no property demonstration." + name + " (expected: set by the pom)");
    }
    return value;
  }

  /** Publishes racedet as {@code mvn deploy} would do. */
  private void publish() throws IOException {
    Path root = Path.of("..").toAbsolutePath().normalize();
    put("racedet", root.resolve("pom.xml"), ".pom");
    for (String module : List.of("racedet-core", "racedet-junit")) {
      Path target = root.resolve(module).resolve("target");
      put(module, target.resolve(module + "-" + version + ".jar"), ".jar");
      Path reduced = target.resolve("dependency-reduced-pom.xml");
      Path full = root.resolve(module).resolve("pom.xml");
      put(module, Files.exists(reduced) ? reduced : full, ".pom");
    }
    String settings = resource("settings.xml");
    Path stored = Path.of(setting("repository"));
    Files.writeString(
        work.resolve("settings.xml"),
        settings
            .replace("@racedet@", work.resolve("published").toUri().toString())
            .replace("@others@", stored.toUri().toString()));
  }

  private void put(String module, Path file, String extension) throws IOException {
    if (!Files.exists(file)) {
      throw new AssertionError(file + " is missing (expected: built by mvn verify)");
    }
    Path folder = work.resolve("published").resolve(GROUP + module).resolve(version);
    Files.createDirectories(folder);
    Files.copy(
        file,
        folder.resolve(module + "-" + version + extension),
        StandardCopyOption.REPLACE_EXISTING);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = BankRepository.class.getResourceAsStream("/demonstration/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  Path file(String path) {
    return project.resolve(path);
  }

  void write(String path, String text) throws IOException {
    Path file = file(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Commits one of the versions of the class under test. */
  void commitAccount(String resource, String message) throws Exception {
    write("src/main/java/com/acme/Account.java", resource(resource + ".java.txt"));
    commit(message);
  }

  void commit(String message) throws Exception {
    run(List.of("git", "add", "-A"));
    run(
        List.of(
            "git",
            "-c",
            "user.name=A. Cme",
            "-c",
            "user.email=a@acme.example",
            "commit",
            "-q",
            "-m",
            message));
  }

  /** A build of the project. */
  record Build(boolean passed, String log) {
    /** The lines that racedet printed at the end of the last JVM. */
    List<String> summary() {
      List<String> lines = log.lines().filter(line -> line.contains("racedet: ")).toList();
      int last = 0;
      for (int i = 0; i < lines.size(); i++) {
        last = lines.get(i).matches(".*\\d tests? checked.*") ? i : last;
      }
      return lines.subList(last, lines.size());
    }
  }

  /** Builds a fresh clone of the last commit, as a CI server would. */
  Build build(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-s"));
    command.add(work.resolve("settings.xml").toString());
    command.add("-Dmaven.repo.local=" + work.resolve("m2"));
    command.add("-Dmaven.test.failure.ignore=false");
    command.addAll(List.of(arguments));
    command.add("verify");
    return run(command);
  }

  private Build run(List<String> command) throws IOException, InterruptedException {
    Path log = work.resolve("log.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.keySet().removeIf(name -> name.startsWith("MAVEN_"));
    Process process = builder.start();
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    String text = Files.readString(log);
    if (!ended || command.get(0).equals("git") && process.exitValue() != 0) {
      throw new AssertionError(command + " failed:\n" + text);
    }
    return new Build(process.exitValue() == 0, text);
  }

  /** The number of traces that the last run has saved. */
  long traces() throws IOException {
    Path traces = file("target/racedet/traces");
    if (!Files.exists(traces)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(traces)) {
      return files.filter(file -> file.toString().endsWith(".rdt")).count();
    }
  }
}
