package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.AspectNames;
import io.racedet.junit.agent.model.language.ModelClass;
import io.racedet.junit.agent.model.language.ModelParser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known of libraries that users need not describe. Libraries are often copied into other
 * packages, together with those that use them, so a class is known by the end of its name.
 */
final class LibraryModels {
  private static final String RESOURCE = "/io/racedet/junit/agent/model/libraries.model";

  /** By internal name. */
  private final Map<String, ModelClass> classes = new LinkedHashMap<>();

  private LibraryModels(List<ModelClass> classes) {
    classes.forEach(model -> this.classes.put(model.name().replace('.', '/'), model));
  }

  static LibraryModels load(AspectNames aspects) {
    String text = JdkModel.read(RESOURCE);
    return new LibraryModels(ModelParser.parse("libraries.model", text, aspects));
  }

  /**
   * Returns the entry of a class, or null if there is none. It may be one of another version.
   *
   * @param name the internal name of the class
   */
  ModelClass of(String name) {
    for (Map.Entry<String, ModelClass> entry : classes.entrySet()) {
      if (isNamed(name, entry.getKey())) {
        return entry.getValue();
      }
    }
    return null;
  }

  private static boolean isNamed(String name, String original) {
    return name.equals(original) || name.endsWith('/' + original);
  }
}
