package io.racedet.report.sarif;

import static io.racedet.report.record.JsonText.object;

import io.racedet.report.Frame;
import io.racedet.report.Sources;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;

/** Frames as SARIF locations, relative to the folder of the sources. */
final class SarifLocations {
  /** The id of that folder, as in GitHub's own tools. */
  static final String BASE = "%SRCROOT%";

  private final Sources sources;

  SarifLocations(Sources sources) {
    this.sources = sources;
  }

  /**
   * The object of a location.
   *
   * @param text the message, as plain text
   */
  Map<String, Object> of(Frame frame, String text) {
    String path = sources.path(frame);
    String name = frame.className() + '.' + frame.method();
    return object(
        "physicalLocation",
            path.isEmpty()
                ? null
                : object(
                    "artifactLocation", object("uri", uri(path), "uriBaseId", BASE),
                    // GitHub does not show a result without a line.
                    "region", object("startLine", Math.max(1, frame.line()))),
        "logicalLocations",
            frame.className().isEmpty()
                ? null
                : List.of(object("fullyQualifiedName", name, "kind", "function")),
        "message", message(plain(text)));
  }

  /** The object of a message. */
  static Map<String, Object> message(String text) {
    return object("text", text);
  }

  /** A relative reference; a colon in its first segment would be read as a scheme. */
  static String uri(String path) {
    try {
      String relative = path.replaceFirst("^/+", "");
      return new URI(null, null, "./" + relative, null)
          .toASCIIString()
          .substring(2)
          .replace(":", "%3A");
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("path: " + path, e);
    }
  }

  /** Escapes a text so that it contains no link. */
  static String plain(String text) {
    return text.replace("\\", "\\\\").replace("](", "] (");
  }

  /** A link to a location by its id. */
  static String link(String text, int id) {
    String escaped = text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]");
    return "[" + escaped + "](" + id + ")";
  }
}
