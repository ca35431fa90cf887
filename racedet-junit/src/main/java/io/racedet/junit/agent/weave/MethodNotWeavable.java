package io.racedet.junit.agent.weave;

/** A method has a form that weaving does not support; it is not woven. */
final class MethodNotWeavable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String method;

  MethodNotWeavable(String method, String reason) {
    super(reason);
    this.method = method;
  }

  String method() {
    return method;
  }
}
