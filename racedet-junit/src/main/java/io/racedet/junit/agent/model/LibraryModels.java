package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.AspectNames;
import io.racedet.junit.agent.model.language.ModelClass;
import io.racedet.junit.agent.model.language.ModelException;
import io.racedet.junit.agent.model.language.ModelParser;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

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
   * Returns the entry of a class, or null if there is none, or if it is one of another version.
   *
   * @param name the internal name of the class
   * @param trial weaves an entry; the version is another one if it fails
   */
  ModelClass of(String name, Consumer<ModelClass> trial) {
    for (Map.Entry<String, ModelClass> entry : classes.entrySet()) {
      if (isNamed(name, entry.getKey())) {
        return fits(entry.getValue(), trial) ? entry.getValue() : null;
      }
    }
    return null;
  }

  private static boolean isNamed(String name, String original) {
    return name.equals(original) || name.endsWith('/' + original);
  }

  private static boolean fits(ModelClass model, Consumer<ModelClass> trial) {
    try {
      trial.accept(model);
      return true;
    } catch (ModelException e) {
      return false;
    }
  }
}
