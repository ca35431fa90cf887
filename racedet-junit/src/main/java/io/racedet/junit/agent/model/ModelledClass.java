package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.ModelClass;
import io.racedet.junit.agent.model.language.ModelClass.VolatileField;
import java.util.Map;

/**
 * What to weave into a class.
 *
 * @param model the entry of the class; without lines if only volatile fields are woven
 * @param volatiles the fields whose accesses are recorded, by owner and name
 * @param ofJdk whether it is a class of the JDK, whose calls may be in progress when a recording
 *     starts
 */
record ModelledClass(ModelClass model, Map<String, VolatileField> volatiles, boolean ofJdk) {
  ModelledClass {
    volatiles = Map.copyOf(volatiles);
  }
}
