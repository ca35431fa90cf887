package io.racedet.junit.naming;

import io.racedet.junit.advice.ClassFiles;
import io.racedet.report.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * Finds what holds the objects that stacks lead to: from the instructions of a line back to the
 * field or local variable that the reference was read from, through lambdas and calls. Returns
 * nothing where the instructions of a line disagree. Reads each class file once. Not thread-safe.
 */
final class Holders {
  private static final String CAPTURED = "val$";
  private static final Pattern LIBRARIES = Pattern.compile("\\[|java/|javax/|jdk/|kotlin/");

  /** How many instructions a method has that only returns a field, at most. */
  private static final int GETTER = 3;

  private final ClassFiles files;
  private final Map<String, Optional<ClassBody>> classes = new HashMap<>(); // by internal name

  Holders(ClassFiles files) {
    this.files = files;
  }

  /**
   * What holds an object that a line deals with.
   *
   * @param stack where a thread was, innermost first
   * @param objects the references that an instruction of the line may have taken it from
   */
  Optional<Holder> of(List<Frame> stack, Function<Use, Stream<Value>> objects) {
    if (stack.isEmpty() || stack.get(0).line() <= 0) {
      return Optional.empty();
    }
    Set<Optional<Holder>> found = new HashSet<>();
    for (Place place : places(stack)) {
      place.uses().stream().flatMap(objects).forEach(value -> found.add(of(value.origin(), place)));
    }
    return found.size() == 1 ? found.iterator().next() : Optional.empty();
  }

  /** Whether the method of a frame is synchronized, and begins at its line. */
  boolean mayBeMonitorOfMethod(Frame frame) {
    return body(internal(frame.className())).stream()
        .flatMap(body -> body.called(frame.method()))
        .anyMatch(
            method ->
                method.is(Opcodes.ACC_SYNCHRONIZED)
                    && method.steps().stream()
                        .filter(step -> step.line() > 0)
                        .findFirst()
                        .filter(first -> first.line() == frame.line())
                        .isPresent());
  }

  /** A method with the line of a frame, and the frames of its callers. */
  private record Place(ClassBody type, MethodBody method, List<Use> uses, List<Frame> callers) {}

  private List<Place> places(List<Frame> stack) {
    Frame frame = stack.get(0);
    List<Place> places = new ArrayList<>();
    body(internal(frame.className()))
        .ifPresent(
            type ->
                type.called(frame.method())
                    .filter(method -> method.hasLine(frame.line()))
                    .map(method -> place(type, method, frame, stack))
                    .forEach(places::add));
    return places;
  }

  private Place place(ClassBody type, MethodBody method, Frame frame, List<Frame> stack) {
    List<Use> ofLine =
        type.uses(method, this::returnedBy).stream()
            .filter(use -> use.step().line() == frame.line())
            .toList();
    return new Place(type, method, ofLine, stack.subList(1, stack.size()));
  }

  private static String internal(String className) {
    return className.replace('.', '/');
  }

  private Optional<ClassBody> body(String type) {
    Optional<ClassBody> known = classes.get(type);
    if (known == null) {
      known = files.of(type.replace('/', '.')).map(ClassBody::new);
      classes.put(type, known);
    }
    return known;
  }

  /* ---- back to the source ---- */

  private Optional<Holder> of(Origin origin, Place place) {
    if (origin instanceof Origin.Field field) {
      return Optional.of(ofField(field));
    }
    if (origin instanceof Origin.In in) {
      return of(in.holder(), place).map(Holder::container);
    }
    if (origin instanceof Origin.Local local && local.isMade()) {
      return Optional.of(Holder.local(local.name(), place.method.sourceName()));
    }
    return origin instanceof Origin.Argument argument
        ? ofArgument(argument.index(), place)
        : Optional.empty();
  }

  private Holder ofField(Origin.Field field) {
    String name = field.name();
    String source = name.startsWith(CAPTURED) ? name.substring(CAPTURED.length()) : name;
    source = KotlinNames.source(source);
    return source.equals(name)
        ? Holder.field(declaring(field), name)
        : Holder.local(source, body(field.owner()).map(ClassBody::enclosing).orElse(""));
  }

  private String declaring(Origin.Field field) {
    Optional<ClassBody> at = body(field.owner());
    while (at.isPresent() && !at.get().declares(field.name())) {
      at = at.get().parent().isEmpty() ? Optional.empty() : body(at.get().parent());
    }
    return at.map(ClassBody::name).orElse(field.owner());
  }

  private Optional<Holder> ofArgument(int index, Place place) {
    if (place.method.isLambda()) {
      return ofCaptured(index, place);
    }
    boolean isThis = index == 0 && !place.method.isStatic();
    return isThis || place.callers.isEmpty() ? Optional.empty() : ofPassed(index, place);
  }

  /* What the caller passes. */
  private Optional<Holder> ofPassed(int index, Place place) {
    return of(
        place.callers,
        use ->
            use.kind() == Use.Kind.CALL && calls(use.step(), place.method)
                ? Stream.of(use.values().get(index))
                : Stream.empty());
  }

  private static boolean calls(Step step, MethodBody method) {
    return step.name().equals(method.name())
        && step.type().equals(method.descriptor())
        && step.hasReceiver() != method.isStatic();
  }

  /* What a lambda captures has the name of a local variable, unless it is from a field. */
  private Optional<Holder> ofCaptured(int index, Place place) {
    String code = place.method.name() + place.method.descriptor();
    Set<Optional<Holder>> found = new HashSet<>();
    for (MethodBody method : place.type.methods()) {
      boolean makes =
          method != place.method
              && method.steps().stream()
                  .anyMatch(
                      step -> step.opcode() == Opcodes.INVOKEDYNAMIC && step.name().equals(code));
      if (makes) {
        List<Use> uses = place.type.uses(method, this::returnedBy);
        Place maker = new Place(place.type, method, uses, List.of());
        uses.stream()
            .filter(use -> use.kind() == Use.Kind.CAPTURE && use.step().name().equals(code))
            .forEach(use -> found.add(captured(index, use, maker)));
      }
    }
    return found.size() == 1 ? found.iterator().next() : Optional.empty();
  }

  private Optional<Holder> captured(int index, Use making, Place maker) {
    if (index >= making.values().size()) {
      return Optional.empty(); // an argument of the lambda
    }
    Origin origin = making.values().get(index).origin();
    if (origin instanceof Origin.Local local) {
      return Optional.of(Holder.local(local.name(), maker.method.sourceName()));
    }
    Optional<Holder> holder = of(origin, maker);
    return holder.isEmpty() && origin instanceof Origin.Argument argument
        ? ofParameter(argument.index(), maker)
        : holder;
  }

  private static Optional<Holder> ofParameter(int index, Place place) {
    boolean isThis = index == 0 && !place.method.isStatic();
    if (isThis || place.method.isLambda()) {
      return Optional.empty();
    }
    int slot =
        place.method.arguments(place.type.name()).stream()
            .limit(index)
            .mapToInt(Type::getSize)
            .sum();
    return place.method.argument(slot).map(name -> Holder.local(name, place.method.sourceName()));
  }

  /* ---- what calls return ---- */

  /* A field, if that is all that a method returns which no subclass overrides. */
  private Optional<Origin> returnedBy(Step call) {
    if (call.opcode() == Opcodes.INVOKEDYNAMIC || LIBRARIES.matcher(call.owner()).lookingAt()) {
      return Optional.empty();
    }
    return body(call.owner())
        .flatMap(
            type ->
                type.method(call.name(), call.type())
                    .filter(method -> method.length() <= GETTER && isFixed(type, method))
                    .flatMap(method -> returned(type, method)));
  }

  private static boolean isFixed(ClassBody type, MethodBody method) {
    return type.isFinal()
        || method.is(Opcodes.ACC_FINAL)
        || method.is(Opcodes.ACC_PRIVATE)
        || method.isStatic();
  }

  private Optional<Origin> returned(ClassBody type, MethodBody method) {
    Set<Origin> origins = new HashSet<>();
    type.uses(method, call -> Optional.empty()).stream()
        .filter(use -> use.kind() == Use.Kind.RETURN)
        .forEach(use -> origins.add(use.values().get(0).origin()));
    return origins.size() == 1
        ? origins.stream().filter(Origin.Field.class::isInstance).findFirst()
        : Optional.empty();
  }
}
