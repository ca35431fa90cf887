package io.racedet.runtime;

/**
 * Turns calls of modelled JDK methods into sync operations. Only the outermost modelled call of a
 * thread counts.
 */
final class ModelledCalls {
  private final Session session;

  ModelledCalls(Session session) {
    this.session = session;
  }

  void enter(ThreadBuffer b, int method, Object self, Object operand) {
    int depth = b.guard();
    b.guard(depth + 1);
    if (depth == 0) {
      session.syncPoint(b);
    }
  }

  void exit(ThreadBuffer b, int method, Object self, Object operand, Object result, long number) {
    b.guard(Math.max(0, b.guard() - 1));
  }

  void thrown(ThreadBuffer b, int method, Object self, Object operand) {
    b.guard(Math.max(0, b.guard() - 1));
  }
}
