package io.racedet.junit.agent.scope;

/**
 * A class, or a method of it, that could not be woven.
 *
 * @param className its binary name, with {@code .method(descriptor)} when only that is left out
 */
public record NotWoven(String className, String reason) {
  @Override
  public String toString() {
    return className + " (" + reason + ")";
  }
}
