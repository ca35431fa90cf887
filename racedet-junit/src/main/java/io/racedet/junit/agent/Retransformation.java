package io.racedet.junit.agent;

import io.racedet.junit.agent.scope.ClassOrigin;
import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.scope.PlacedClass;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.types.LoaderTypes;
import io.racedet.junit.agent.types.TypeCatalog;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Weaves classes that are already loaded, as deeply as the plan requires. Each new scope asks for
 * all of them, so that what cannot change is kept for each class. Not thread-safe.
 */
final class Retransformation {
  private static final int BATCH = 256;

  private final Instrumentation instrumentation;
  private final WeavingPlan plan;
  private final TypeCatalog types;
  private final WeavingTransformer transformer;
  private final ClassValue<Candidate> candidates =
      new ClassValue<>() {
        @Override
        protected Candidate computeValue(Class<?> type) {
          return candidate(type);
        }
      };

  /**
   * A class that may be woven.
   *
   * @param types what is known about the classes of its loader
   */
  private record Candidate(PlacedClass placed, LoaderTypes types) {
    static final Candidate NEVER = new Candidate(null, null);

    Depth depth() {
      return types.depth(placed.name());
    }

    boolean isWoven() {
      return this != NEVER && depth() != Depth.NONE;
    }

    boolean hasMoreMethods() {
      return !types.accessMethods(placed.name()).isEmpty();
    }
  }

  Retransformation(
      Instrumentation instrumentation,
      WeavingPlan plan,
      TypeCatalog types,
      WeavingTransformer transformer) {
    this.instrumentation = instrumentation;
    this.plan = plan;
    this.types = types;
    this.transformer = transformer;
  }

  /** Retransforms all loaded classes that are not woven deeply enough. */
  void run() {
    List<Class<?>> due = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (isDue(loaded)) {
        due.add(loaded);
        types.typesOf(loaded.getClassLoader()).definedBefore(internalName(loaded));
      }
    }
    for (int from = 0; from < due.size(); from += BATCH) {
      retransform(due.subList(from, Math.min(due.size(), from + BATCH)));
    }
  }

  /** Notes which loaded classes of the scopes of the plan are going to be woven by {@link #run}. */
  void note() {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      Candidate candidate = loaded.getClassLoader() == null ? null : candidates.get(loaded);
      if (candidate != null && candidate != Candidate.NEVER && plan.isInScope(candidate.placed())) {
        transformer.note(loaded);
      }
    }
  }

  /**
   * Takes the hooks out of all loaded classes, but for those that have got methods with them, while
   * the transformer puts the weaving off.
   */
  void undo() {
    List<Class<?>> woven = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      Candidate candidate = loaded.getClassLoader() == null ? null : candidates.get(loaded);
      if (candidate != null && candidate.isWoven() && !candidate.hasMoreMethods()) {
        woven.add(loaded);
      }
    }
    for (int from = 0; from < woven.size(); from += BATCH) {
      undo(woven.subList(from, Math.min(woven.size(), from + BATCH)));
    }
  }

  private void undo(List<Class<?>> batch) {
    try {
      instrumentation.retransformClasses(batch.toArray(Class<?>[]::new));
      batch.forEach(type -> types.typesOf(type.getClassLoader()).notWoven(internalName(type)));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      if (batch.size() > 1) {
        batch.forEach(one -> undo(List.of(one)));
      } // else its hooks stay, which costs time only
    }
  }

  /** As {@link #run}, but also weaves again the classes that a new model may concern. */
  void runAgain(Predicate<Class<?>> changed) {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getClassLoader() != null && changed.test(loaded)) {
        types.typesOf(loaded.getClassLoader()).depth(internalName(loaded), Depth.NONE);
      }
    }
    run();
  }

  private Candidate candidate(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    String name = internalName(type);
    URL location = location(type);
    return plan.isNeverWoven(type.getModule(), loader, name, location)
            || !instrumentation.isModifiableClass(type)
        ? Candidate.NEVER
        : new Candidate(plan.place(name, location), types.typesOf(loader));
  }

  private boolean isDue(Class<?> loaded) {
    if (loaded.getClassLoader() == null) {
      return false;
    }
    Candidate candidate = candidates.get(loaded);
    if (candidate == Candidate.NEVER) {
      return false;
    }
    Depth known = candidate.depth();
    PlacedClass placed = candidate.placed();
    return switch (known) {
      case DATA -> false;
      case SYNC, CONTENTS -> plan.isInScope(placed);
      case LENT, NONE ->
          plan.depth(loaded.getModule(), loaded.getClassLoader(), placed.name(), location(loaded))
                  .compareTo(known)
              > 0;
    };
  }

  private void retransform(List<Class<?>> batch) {
    try {
      instrumentation.retransformClasses(batch.toArray(Class<?>[]::new));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      if (batch.size() > 1) {
        batch.forEach(one -> retransform(List.of(one)));
      } else {
        fail(batch.get(0), e);
      }
    }
  }

  private void fail(Class<?> type, Throwable cause) {
    if (!isLinkable(type)) {
      return; // it can run no code, woven or not
    }
    String name = internalName(type);
    URL location = location(type);
    Depth depth = plan.depth(type.getModule(), type.getClassLoader(), name, location);
    types.typesOf(type.getClassLoader()).notWoven(name);
    transformer.fail(name, location, depth, cause);
  }

  /* Retransformation links a class first, which fails if, for instance, its superclass is missing;
   * it fails with an InternalError if the initialisation of the class has failed. */
  private boolean isLinkable(Class<?> type) {
    transformer.exclude(type);
    try {
      instrumentation.retransformClasses(type);
      return true;
    } catch (UnmodifiableClassException | RuntimeException e) {
      return true; // not a linkage error
    } catch (LinkageError | InternalError unusable) {
      return false;
    } finally {
      transformer.include(type);
    }
  }

  private static String internalName(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  private static URL location(Class<?> type) {
    return ClassOrigin.location(type.getProtectionDomain());
  }
}
