package io.racedet.report.sarif;

import com.fasterxml.jackson.core.JsonGenerator;
import io.racedet.report.Frame;
import io.racedet.report.Sources;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;

/** Writes frames as SARIF locations, relative to the folder of the sources. */
final class SarifLocations {
  /** The id of that folder, as in GitHub's own tools. */
  static final String BASE = "%SRCROOT%";

  private final JsonGenerator json;
  private final Sources sources;

  SarifLocations(JsonGenerator json, Sources sources) {
    this.json = json;
    this.sources = sources;
  }

  /**
   * Writes the fields of a location into an object that has been started.
   *
   * @param text the message, as plain text
   */
  void fields(Frame frame, String text) throws IOException {
    String path = sources.path(frame);
    if (!path.isEmpty()) {
      json.writeObjectFieldStart("physicalLocation");
      json.writeObjectFieldStart("artifactLocation");
      json.writeStringField("uri", uri(path));
      json.writeStringField("uriBaseId", BASE);
      json.writeEndObject();
      // GitHub does not show a result without a line.
      json.writeObjectFieldStart("region");
      json.writeNumberField("startLine", Math.max(1, frame.line()));
      json.writeEndObject();
      json.writeEndObject();
    }
    if (!frame.className().isEmpty()) {
      json.writeArrayFieldStart("logicalLocations");
      json.writeStartObject();
      json.writeStringField("fullyQualifiedName", frame.className() + '.' + frame.method());
      json.writeStringField("kind", "function");
      json.writeEndObject();
      json.writeEndArray();
    }
    json.writeObjectFieldStart("message");
    json.writeStringField("text", plain(text));
    json.writeEndObject();
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
