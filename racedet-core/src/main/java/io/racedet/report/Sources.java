package io.racedet.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The source files that a report may quote: only files below the given folders, whatever a trace
 * contains. A file is read when it is first requested. Not thread-safe.
 */
public final class Sources {
  /** No sources. */
  public static final Sources NONE = new Sources(Map.of());

  private static final List<String> ENDINGS = List.of(".java", ".kt", ".groovy", ".scala");
  private static final int MAX_LEVELS = 60;
  private static final long MAX_BYTES = 4 << 20;

  private final Map<String, Path> byPackage; // "com/acme/Account.java", as a class names it
  private final Map<String, List<String>> byName = new HashMap<>(); // keys of byPackage
  private final Map<String, String> shown = new HashMap<>(); // how reports name them
  private final Map<String, List<String>> lines = new HashMap<>();

  private Sources(Map<String, Path> byPackage) {
    this.byPackage = byPackage;
  }

  /**
   * {@return the sources below some folders}
   *
   * @param base the folder that paths in reports are relative to, for example that of the
   *     repository
   * @param roots root folders of packages, for example {@code src/main/java}; folders that do not
   *     exist are ignored
   * @throws IOException when a folder cannot be read
   */
  public static Sources of(Path base, List<Path> roots) throws IOException {
    Sources sources = new Sources(new HashMap<>());
    Path from = base.toAbsolutePath().normalize();
    for (Path root : roots) {
      Path folder = from.resolve(root).normalize();
      if (Files.isDirectory(folder)) {
        sources.add(from, folder);
      }
    }
    return sources;
  }

  private void add(Path base, Path root) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.find(root, MAX_LEVELS, Sources::isSource)) {
      files = found.sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    int start = root.resolve("a").toString().length() - 1;
    for (Path file : files) {
      String key = slashes(file).substring(start); // faster than to relativize many files
      if (byPackage.putIfAbsent(key, file) == null) {
        // A path outside of the base would reveal details of the machine.
        shown.put(key, file.startsWith(base) ? slashes(base.relativize(file)) : key);
        String name = key.substring(key.lastIndexOf('/') + 1);
        byName.computeIfAbsent(name, any -> new ArrayList<>()).add(key);
      }
    }
  }

  private static boolean isSource(Path file, BasicFileAttributes attributes) {
    String path = file.toString();
    return attributes.isRegularFile() && ENDINGS.stream().anyMatch(path::endsWith);
  }

  private static String slashes(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  /**
   * {@return the path of a frame's source file: a relative path with slashes; for a file that is
   * not among the sources, one made of package and file name; empty when unknown}
   *
   * @param frame the frame
   */
  public String path(Frame frame) {
    return file(frame).orElseGet(() -> named(frame));
  }

  /**
   * {@return the path of a frame's source file, if that is among the sources: a relative path with
   * slashes; empty for any other file}
   *
   * @param frame the frame
   */
  public Optional<String> file(Frame frame) {
    return key(frame).map(shown::get);
  }

  /**
   * {@return the text of a line; empty if the file is not among the sources, or has no such line}
   *
   * @param frame a frame
   * @param line the number of a line of its file, from 1
   */
  public Optional<String> line(Frame frame, int line) {
    List<String> all = key(frame).map(this::lines).orElse(List.of());
    return line < 1 || line > all.size() ? Optional.empty() : Optional.of(all.get(line - 1));
  }

  /** The key of the file of a frame, if it is known and unambiguous. */
  private Optional<String> key(Frame frame) {
    String named = named(frame);
    if (byPackage.containsKey(named)) {
      return Optional.of(named);
    }
    // Kotlin files need not be in folders named after packages, and traces of other tools name no
    // class.
    String name = frame.file().substring(frame.file().lastIndexOf('/') + 1);
    List<String> candidates = byName.getOrDefault(name, List.of());
    return candidates.size() == 1 ? Optional.of(candidates.get(0)) : Optional.empty();
  }

  private static String named(Frame frame) {
    int dot = frame.className().lastIndexOf('.');
    String folder = dot < 0 ? "" : frame.className().substring(0, dot + 1).replace('.', '/');
    return frame.file().isEmpty() ? "" : folder + frame.file();
  }

  private List<String> lines(String key) {
    return lines.computeIfAbsent(key, unread -> read(byPackage.get(unread)));
  }

  /* An unreadable file must not prevent the report. */
  private static List<String> read(Path file) {
    try {
      return Files.size(file) > MAX_BYTES
          ? List.of()
          : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
