package io.racedet.junit.naming;

import io.racedet.junit.advice.ClassFiles;
import io.racedet.race.Witness;
import io.racedet.report.Conflict;
import io.racedet.report.Frame;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedRequest;
import io.racedet.report.ReportedVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Names the objects of races and deadlocks as the source does: {@code PriceService.cache (HashMap)}
 * for {@code HashMap contents}, {@code Entity.lock (ReentrantLock)} for {@code ReentrantLock@2}.
 * The names are for readers; what identifies a finding stays the same. An object keeps the name of
 * the trace if the code does not tell which field or local variable holds it, or if its accesses
 * tell different ones. Not thread-safe.
 */
public final class SourceNames {
  private final Holders holders;
  private final JdkTypes types = new JdkTypes();

  /** Names by class files that can be found. */
  public SourceNames(ClassFiles files) {
    holders = new Holders(files);
  }

  /** Returns a race with such names. */
  public ReportedRace of(ReportedRace race) {
    ReportedVariable variable = race.variable();
    String name = name(race);
    Renaming names = new Renaming(step -> named(step, race, name));
    for (ReportedAccess access : race.events()) {
      access.locks().forEach(lock -> add(names, lock.lock(), List.of(lock.acquired())));
      access.nearest().ifPresent(sync -> add(names, sync.operand(), List.of(sync.at())));
    }
    race.timeline().sections().forEach(section -> add(names, section.lock(), List.of()));
    ReportedRace renamed = names.in(race);
    return renamed.with(
        new Conflict(
            new ReportedVariable(variable.key(), name, variable.className()),
            race.kind(),
            renamed.first(),
            renamed.second()));
  }

  /** Returns a deadlock with such names. */
  public ReportedDeadlock of(ReportedDeadlock deadlock) {
    boolean isNamed = deadlock.requests().stream().allMatch(each -> each.site().isKnown());
    if (!isNamed) {
      return deadlock; // the name of a lock may be part of its key
    }
    Renaming names = new Renaming();
    for (ReportedRequest request : deadlock.requests()) {
      add(names, request.lock(), request.stack());
      request.locks().forEach(lock -> add(names, lock.lock(), lock.stack()));
    }
    return names.in(deadlock);
  }

  /** Returns a text with such names, given where threads deal with the objects in it. */
  public String of(String text, List<LockPlace> places) {
    Renaming names = new Renaming();
    for (LockPlace place : places) {
      switch (place.use()) {
        case MONITOR -> add(names, ObjectToken.monitor(place.name()), place.stack());
        case WAIT ->
            names
                .add(place.name())
                .ifPresent(
                    token ->
                        holders
                            .of(place.stack(), SourceNames::waited)
                            .ifPresent(holder -> names.holds(holder, token)));
        case CALL -> add(names, place.name(), place.stack());
      }
    }
    return names.in(text);
  }

  private static Stream<Value> waited(Use use) {
    boolean isWait = use.kind() == Use.Kind.CALL && use.step().name().equals("wait");
    return isWait && use.step().type().matches("\\(JI?\\)V|\\(\\)V")
        ? use.values().stream().limit(1)
        : Stream.empty();
  }

  /* ---- the variable ---- */

  private String name(ReportedRace race) {
    String name = race.variable().name();
    VariableText text = VariableText.of(race.variable().key(), name);
    if (text.kind() == VariableText.Kind.OTHER) {
      return name;
    }
    List<Holder> found = new ArrayList<>();
    for (ReportedAccess access : race.events()) {
      holders.of(stack(access), objects(text, access)).ifPresent(found::add);
    }
    return Holder.best(found).map(text::heldBy).orElseGet(() -> text.plain(name));
  }

  /* Other accesses may be to another object that has the same name in the trace. */
  private static Witness.Step named(Witness.Step step, ReportedRace race, String name) {
    boolean isOfRace = race.events().stream().anyMatch(each -> each.index() == step.index());
    String event =
        isOfRace
            ? step.event().replace('(' + race.variable().name() + ')', '(' + name + ')')
            : step.event();
    return new Witness.Step(step.index(), step.thread(), event, step.location());
  }

  private static List<Frame> stack(ReportedAccess access) {
    return access.stack().isEmpty() ? List.of(access.site().frame()) : access.stack();
  }

  private Function<Use, Stream<Value>> objects(VariableText text, ReportedAccess access) {
    return switch (text.kind()) {
      case ARRAY_ELEMENT -> use -> arrays(use, text.type(), access.write());
      case CELL -> SourceNames::cells;
      default -> use -> objects(use, text.type());
    };
  }

  private static Stream<Value> arrays(Use use, String element, boolean isWrite) {
    return switch (use.kind()) {
      case LOAD, STORE ->
          (use.kind() == Use.Kind.STORE) == isWrite
                  && ArrayTypes.accesses(use.step().opcode(), element)
              ? use.values().stream().filter(value -> ArrayTypes.mayBe(value.type(), element))
              : Stream.empty();
      case CALL ->
          use.values().stream()
              .filter(value -> value.type().startsWith("["))
              .filter(value -> ArrayTypes.mayBe(value.type(), element));
      default -> Stream.empty();
    };
  }

  private static Stream<Value> cells(Use use) {
    return use.kind() == Use.Kind.FIELD && KotlinNames.isCell(use.step())
        ? use.values().stream()
        : Stream.empty();
  }

  /* Any call may be of the object, or look into it where it is an argument. */
  private Stream<Value> objects(Use use, String type) {
    boolean isCall = use.kind() == Use.Kind.CALL;
    boolean isConcatenation = use.kind() == Use.Kind.CAPTURE && use.step().name().isEmpty();
    return isCall || isConcatenation
        ? use.values().stream()
            .filter(value -> !(value.origin() instanceof Origin.Made)) // nobody else has it yet
            .filter(value -> types.mayBe(value.type(), type) || Parts.isIterator(value.type()))
        : Stream.empty();
  }

  /* ---- what synchronises ---- */

  private void add(Renaming names, String name, List<Frame> stack) {
    names
        .add(name)
        .ifPresent(
            token -> {
              boolean isMonitor = ObjectToken.isMonitor(name);
              if (!isMonitor || stack.isEmpty() || !holders.mayBeMonitorOfMethod(stack.get(0))) {
                holders
                    .of(stack, use -> isMonitor ? monitors(use) : receivers(use, token.type()))
                    .ifPresent(holder -> names.holds(holder, token));
              }
            });
  }

  private static Stream<Value> monitors(Use use) {
    return use.kind() == Use.Kind.MONITOR ? use.values().stream() : Stream.empty();
  }

  private Stream<Value> receivers(Use use, String type) {
    return use.kind() == Use.Kind.CALL && use.step().hasReceiver()
        ? use.values().stream()
            .limit(1)
            .filter(value -> types.mayBe(value.type(), type) || Parts.isLock(value.type()))
        : Stream.empty();
  }
}
