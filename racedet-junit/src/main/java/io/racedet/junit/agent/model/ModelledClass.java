package io.racedet.junit.agent.model;

import io.racedet.junit.agent.model.language.ModelClass;
import java.util.Map;

/**
 * What there is to weave into a class.
 *
 * @param model what its methods mean; without lines where only volatile fields matter
 * @param volatiles aspects of the fields whose accesses count, by owner and name
 * @param ofJdk whether its calls can be under way on threads that run no other code
 */
record ModelledClass(ModelClass model, Map<String, Integer> volatiles, boolean ofJdk) {
  ModelledClass {
    volatiles = Map.copyOf(volatiles);
  }
}
