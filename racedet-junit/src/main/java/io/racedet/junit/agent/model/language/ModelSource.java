package io.racedet.junit.agent.model.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The text of a model. */
public record ModelSource(String name, String text) {
  /** The class path resource of a user's own model. */
  public static final String RESOURCE = "META-INF/racedet.model";

  /**
   * Reads the models on the class path, one for each directory or jar that has a {@link #RESOURCE}.
   */
  public static List<ModelSource> visibleTo(ClassLoader loader) {
    try {
      List<ModelSource> sources = new ArrayList<>();
      for (URL url : Collections.list(loader.getResources(RESOURCE))) {
        try (InputStream in = url.openStream()) {
          String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
          sources.add(new ModelSource(url.toString(), text));
        }
      }
      return sources;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + RESOURCE, e);
    }
  }
}
