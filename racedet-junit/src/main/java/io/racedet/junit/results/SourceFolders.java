package io.racedet.junit.results;

import io.racedet.report.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds the source folders of a project, starting from the working directory of its tests. */
final class SourceFolders {
  private static final List<String> KINDS =
      List.of("main", "test", "integrationTest", "testFixtures", "it");
  private static final List<String> LANGUAGES = List.of("java", "kotlin", "groovy", "scala");
  private static final List<String> BUILD_FILES =
      List.of("pom.xml", "settings.gradle", "settings.gradle.kts");

  private final Path module;

  SourceFolders(Path module) {
    this.module = module.toAbsolutePath().normalize();
  }

  /** Finds those of the module and of its sibling modules; paths are relative to the repository. */
  Sources find() throws IOException {
    List<Path> roots = new ArrayList<>();
    for (Path folder : modules()) {
      for (String kind : KINDS) {
        LANGUAGES.forEach(
            language -> roots.add(folder.resolve("src").resolve(kind).resolve(language)));
      }
    }
    return Sources.of(repository(), roots);
  }

  private List<Path> modules() throws IOException {
    List<Path> modules = new ArrayList<>(List.of(module));
    Path parent = module.getParent();
    if (parent != null && BUILD_FILES.stream().map(parent::resolve).anyMatch(Files::exists)) {
      try (Stream<Path> folders = Files.list(parent)) {
        folders
            .filter(folder -> !folder.equals(module) && Files.isDirectory(folder.resolve("src")))
            .sorted()
            .forEach(modules::add);
      }
    }
    return modules;
  }

  /**
   * Code scanning requires paths relative to the repository; in a linked work tree, .git is a file.
   */
  Path repository() {
    for (Path folder = module; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(".git"))) {
        return folder;
      }
    }
    return module;
  }
}
