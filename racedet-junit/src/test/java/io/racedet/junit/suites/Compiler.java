package io.racedet.junit.suites;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Compiles sources into a folder.
 *
 * @param classPath what the sources use
 */
record Compiler(List<Path> classPath) {
  /**
   * Compiles.
   *
   * @param sources the text by the full name of the class
   * @param folder the folder for the sources and the classes
   * @throws IllegalArgumentException if the sources have an error
   */
  void compile(Map<String, String> sources, Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path file = folder.resolve(source.getKey().replace('.', '/') + ".java");
      Files.createDirectories(file.getParent());
      files.add(Files.writeString(file, source.getValue()));
    }
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean isRight =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  List.of("-g", "-proc:none", "-cp", text(), "-d", folder.toString()),
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      if (!isRight) {
        throw new IllegalArgumentException("cannot compile " + sources.keySet() + ": " + messages);
      }
    }
  }

  private String text() {
    return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
