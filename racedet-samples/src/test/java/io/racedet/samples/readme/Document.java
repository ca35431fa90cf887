package io.racedet.samples.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Markdown file of the repository. */
record Document(Path path, String text) {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w*)\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

  /** A block of code; its language is empty where none is named. */
  record Block(String language, String code) {}

  /** A link to a file of the repository; its anchor is empty where none is named. */
  record Link(Path target, String anchor) {}

  static Document of(String path) {
    return read(ROOT.resolve(path));
  }

  static List<Document> all() throws IOException {
    return files(ROOT).stream()
        .filter(file -> file.toString().endsWith(".md"))
        .map(Document::read)
        .toList();
  }

  List<String> lines() {
    return text.lines().toList();
  }

  List<Block> blocks() {
    return BLOCK
        .matcher(text)
        .results()
        .map(block -> new Block(block.group(1), block.group(2)))
        .toList();
  }

  List<String> blocks(String language) {
    return blocks().stream()
        .filter(block -> block.language().equals(language))
        .map(Block::code)
        .toList();
  }

  /** All links that do not leave the repository. */
  List<Link> links() {
    List<Link> links = new ArrayList<>();
    Matcher matcher = LINK.matcher(prose());
    while (matcher.find()) {
      String[] parts = matcher.group(1).split("#", 2);
      if (!parts[0].matches("\\w+:.*")) {
        Path target = parts[0].isEmpty() ? path : path.resolveSibling(parts[0]).normalize();
        links.add(new Link(target, parts.length == 1 ? "" : parts[1]));
      }
    }
    return links;
  }

  /** The anchors that GitHub gives to the headings. */
  Set<String> anchors() {
    return HEADING
        .matcher(prose())
        .results()
        .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  /** From a heading to the next one of the same level or above. */
  String section(String heading) {
    int begin = text.indexOf(heading + '\n');
    if (begin < 0) {
      throw new IllegalArgumentException(this + ": no heading " + heading);
    }
    int level = heading.indexOf(' ');
    return text.substring(begin + heading.length()).split("(?m)^#{2," + level + "} ")[0];
  }

  String prose() {
    return BLOCK.matcher(text).replaceAll("");
  }

  @Override
  public String toString() {
    return ROOT.relativize(path).toString();
  }

  private static Document read(Path file) {
    try {
      return new Document(file, Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All files but those of builds and of tools. */
  private static List<Path> files(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.sorted().toList()) {
        String name = entry.getFileName().toString();
        boolean isOurs = name.equals(".github") || !name.startsWith(".") && !name.equals("target");
        if (Files.isRegularFile(entry)) {
          files.add(entry);
        } else if (isOurs && Files.isDirectory(entry)) {
          files.addAll(files(entry));
        }
      }
    }
    return files;
  }
}
