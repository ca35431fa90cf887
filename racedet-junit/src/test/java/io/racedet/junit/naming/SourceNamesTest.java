package io.racedet.junit.naming;

import static org.assertj.core.api.Assertions.assertThat;

import io.racedet.event.Op;
import io.racedet.junit.advice.ClassFiles;
import io.racedet.junit.agent.sites.LambdaNames;
import io.racedet.race.Grade;
import io.racedet.race.RaceKind;
import io.racedet.race.Witness;
import io.racedet.report.Conflict;
import io.racedet.report.Evidence;
import io.racedet.report.Frame;
import io.racedet.report.HeldLock;
import io.racedet.report.History;
import io.racedet.report.Instruction;
import io.racedet.report.LockHold;
import io.racedet.report.Position;
import io.racedet.report.ReportedAccess;
import io.racedet.report.ReportedDeadlock;
import io.racedet.report.ReportedRace;
import io.racedet.report.ReportedRequest;
import io.racedet.report.ReportedVariable;
import io.racedet.report.Section;
import io.racedet.report.SyncPoint;
import io.racedet.report.Timeline;
import io.racedet.report.WitnessOrder;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What objects are called, for code that has them from fields and variables in different ways. */
@SuppressWarnings("unused")
class SourceNamesTest {
  private static final ClassFiles FILES = ClassFiles.of(SourceNamesTest.class.getClassLoader());
  private static final String CONTENTS = "HashMap contents";

  /** The frame of a line of a method, counted from that of its first statement. */
  private static Frame frame(String type, String method, int lines) {
    String className = HeldObjects.class.getName() + '$' + type;
    String compiled = compiled(method);
    int[] first = {Integer.MAX_VALUE};
    new ClassReader(FILES.of(className).orElseThrow())
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] exceptions) {
                return !name.equals(compiled)
                    ? null
                    : new MethodVisitor(Opcodes.ASM9) {
                      @Override
                      public void visitLineNumber(int line, Label start) {
                        first[0] = Math.min(first[0], line);
                      }
                    };
              }
            },
            0);
    return new Frame(className, method, "HeldObjects.java", first[0] + lines);
  }

  /* The compiler numbers lambdas through the class, reports number those of a method. */
  private static String compiled(String method) {
    List<String> all =
        Arrays.stream(HeldObjects.Code.class.getDeclaredMethods()).map(Method::getName).toList();
    LambdaNames lambdas = new LambdaNames(all.stream().filter(LambdaNames::isLambda).toList());
    return all.stream()
        .filter(name -> lambdas.stable(name).equals(method))
        .findFirst()
        .orElse(method);
  }

  private static Frame frame(String method) {
    return frame("Code", method, 0);
  }

  private static ReportedAccess access(boolean isWrite, Frame... stack) {
    Frame at = stack[0];
    Instruction site = new Instruction(at.className(), at.method(), "()V", 0, at.file(), at.line());
    return new ReportedAccess(
        new Position(1, "t", site, List.of(stack), List.of(), ""),
        isWrite,
        false,
        List.of(),
        Optional.empty());
  }

  private static ReportedRace race(String variable, ReportedAccess one, ReportedAccess other) {
    return new ReportedRace(
        new Conflict(new ReportedVariable("key", variable, ""), RaceKind.WRITE_WRITE, one, other),
        "fasttrack",
        1,
        "",
        Timeline.NONE,
        new Evidence(Grade.OBSERVED, "", "", "", WitnessOrder.NONE),
        History.NONE);
  }

  private static ReportedRace named(ReportedRace race) {
    return new SourceNames(FILES).of(race);
  }

  private static String nameOf(String variable, ReportedAccess access) {
    return named(race(variable, access, access)).variable().name();
  }

  @ParameterizedTest
  @CsvSource({
    "field, 0, cache",
    "variable, 1, cache",
    "staticField, 0, COUNTS",
    "ofAnObject, 0, cache",
    "getter, 0, cache",
    "loop, 1, cache",
    "iterator, 1, cache",
    "iterator, 2, cache",
    "argument, 0, cache",
    "text, 0, cache",
    "lambda$lambdaOfField$0, 0, cache",
    "lambda$lambdaOfFieldInLocal$0, 0, cache"
  })
  void contents_areThoseOfTheField(String method, int line, String field) {
    assertThat(nameOf(CONTENTS, access(true, frame("Code", method, line))))
        .isEqualTo("HeldObjects.Code." + field + " (HashMap)");
  }

  /** Another map has the same name in the trace. */
  @Test
  void contents_haveTheNameOfTheFieldInTheStepsOfTheRace_too() {
    ReportedAccess access = access(true, frame("field"));
    List<Witness.Step> steps =
        Stream.of(1, 2)
            .map(index -> new Witness.Step(index, "t", "w(HashMap contents)", "A.java:1"))
            .toList();
    ReportedRace named =
        named(
            new ReportedRace(
                race(CONTENTS, access, access).accesses(),
                "fasttrack",
                1,
                "",
                new Timeline(steps, List.of(), 0),
                new Evidence(Grade.WITNESSED, "", "", "", new WitnessOrder(2, 0, steps)),
                History.NONE));
    assertThat(List.of(named.timeline().steps(), named.evidence().witness().steps()))
        .allSatisfy(
            some ->
                assertThat(some)
                    .extracting(Witness.Step::event)
                    .containsExactly("w(HeldObjects.Code.cache (HashMap))", "w(HashMap contents)"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Int2IntOpenHashMap", "HashMap"})
  void collectionOfLibrary_orWhatItContains_isThatOfTheField(String type) {
    assertThat(nameOf(type + " contents", access(true, frame("fieldOfLibrary"))))
        .isEqualTo("HeldObjects.Code.ofLibrary (" + type + ")");
  }

  @Test
  void inheritedField_isOfTheClassThatDeclaresIt() {
    assertThat(nameOf(CONTENTS, access(true, frame("inheritedField"))))
        .isEqualTo("HeldObjects.Base.inherited (HashMap)");
  }

  @Test
  void componentOfARecord_isItsField() {
    assertThat(nameOf(CONTENTS, access(true, frame("component"))))
        .isEqualTo("HeldObjects.Shelf.books (HashMap)");
  }

  @ParameterizedTest
  @CsvSource({
    "value, ArrayList, lists, 0",
    "element, HashMap, all, 0",
    "elements, HashMap, all, 1"
  })
  void whatAContainerHolds_isInIt(String method, String type, String field, int line) {
    assertThat(nameOf(type + " contents", access(true, frame("Code", method, line))))
        .isEqualTo(type + " in HeldObjects.Code." + field);
  }

  @ParameterizedTest
  @CsvSource({
    "madeHere, made, madeHere, 1",
    "lambda$lambdaOfLocal$0, counts, lambdaOfLocal, 0",
    "lambda$lambdasOfOneLine$0, one, lambdasOfOneLine, 0",
    "lambda$lambdasOfOneLine$1, other, lambdasOfOneLine, 0"
  })
  void localVariable_hasItsMethod(String method, String variable, String of, int line) {
    assertThat(nameOf(CONTENTS, access(true, frame("Code", method, line))))
        .isEqualTo("local variable " + variable + " of method " + of + " (HashMap)");
  }

  /** Compilers differ in which of the two lambdas comes first. */
  @Test
  void localVariable_ofALambdaInALambda_hasItsMethod() {
    assertThat(
            Stream.of("lambda$lambdaInLambda$0", "lambda$lambdaInLambda$1")
                .map(lambda -> nameOf(CONTENTS, access(true, frame(lambda)))))
        .containsExactlyInAnyOrder(
            CONTENTS, "local variable given of method lambdaInLambda (HashMap)");
  }

  @Test
  void variableOfAnAnonymousClass_isThatOfTheMethodAroundIt() {
    assertThat(nameOf(CONTENTS, access(true, frame("Code$1", "run", 0))))
        .isEqualTo("local variable counts of method anonymous (HashMap)");
  }

  @Test
  void argument_isWhatTheCallerPasses() {
    assertThat(nameOf(CONTENTS, access(true, frame("putTo"), frame("helper"))))
        .isEqualTo("HeldObjects.Code.cache (HashMap)");
  }

  @ParameterizedTest
  @CsvSource({"putTo, 0", "twoOnALine, 0", "mapInAMap, 0", "eitherOne, 1"})
  void whatTheCodeDoesNotTell_keepsItsName(String method, int line) {
    assertThat(nameOf(CONTENTS, access(true, frame("Code", method, line)))).isEqualTo(CONTENTS);
  }

  @Test
  void accessOfWhichNothingIsKnown_leavesTheNameToTheOther() {
    ReportedRace race = race(CONTENTS, access(true, frame("putTo")), access(true, frame("field")));
    assertThat(named(race).variable().name()).isEqualTo("HeldObjects.Code.cache (HashMap)");
  }

  @Test
  void accessesThatDisagree_keepTheName() {
    ReportedRace race =
        race(CONTENTS, access(true, frame("otherField")), access(true, frame("field")));
    assertThat(named(race).variable().name()).isEqualTo(CONTENTS);
  }

  @Test
  void field_goesBeforeTheVariableThatHoldsItsObjectAtFirst() {
    ReportedRace race =
        race(CONTENTS, access(true, frame("Code", "madeHere", 1)), access(true, frame("field")));
    assertThat(named(race).variable().name()).isEqualTo("HeldObjects.Code.cache (HashMap)");
  }

  @Test
  void contentsOfAnotherClass_areNotThoseOfTheFieldOfTheLine() {
    String contents = "ArrayDeque contents";
    assertThat(nameOf(contents, access(true, frame("field")))).isEqualTo(contents);
  }

  @ParameterizedTest
  @CsvSource({
    "cell, true, element 0 of HeldObjects.Code.cells (int[4])",
    "copyCell, true, element 0 of HeldObjects.Code.cells (int[4])",
    "copyCell, false, element 0 of HeldObjects.Code.more (int[4])",
    "fill, true, element 0 of HeldObjects.Code.cells (int[4])",
    "gridCell, true, element 0 of int[4] in HeldObjects.Code.grid",
    "lambda$lambdaOfArray$0, true, element 0 of local variable n of method lambdaOfArray (int[4])",
    "field, true, element 0 of int[4]"
  })
  void elementOfAnArray_hasItsIndex(String method, boolean isWrite, String name) {
    assertThat(nameOf("array int[4][0]", access(isWrite, frame(method)))).isEqualTo(name);
  }

  @Test
  void elementOfAnArrayOfArrays_hasTheLengthFirst() {
    assertThat(nameOf("array int[][4][2]", access(true, frame("field"))))
        .isEqualTo("element 2 of int[4][]");
  }

  @Test
  void keysAndWhatIsNotNamed_stay() {
    ReportedRace race = race(CONTENTS, access(true, frame("field")), access(true, frame("field")));
    ReportedRace named = named(race);
    assertThat(named.key()).isEqualTo(race.key());
    assertThat(nameOf("Code.count", access(true, frame("field")))).isEqualTo("Code.count");
  }

  /* ---- locks ---- */

  private static ReportedAccess holding(String lock, Frame acquired) {
    return new ReportedAccess(
        access(true, frame("field")).position(),
        true,
        false,
        List.of(new HeldLock(lock, false, acquired)),
        Optional.empty());
  }

  private static String lock(String name, Frame acquired) {
    ReportedAccess access = holding(name, acquired);
    return named(race("v", access, access)).first().locks().get(0).lock();
  }

  @ParameterizedTest
  @CsvSource({
    "guarded, Object@7 monitor, HeldObjects.Code.guard (Object) monitor",
    "globallyGuarded, Object@7 monitor, HeldObjects.Code.GLOBAL (Object) monitor",
    "striped, Object@7 monitor, Object@7 in HeldObjects.Code.stripes monitor",
    "locked, ReentrantLock@2, HeldObjects.Code.lock (ReentrantLock)",
    "lockedToRead, ReentrantReadWriteLock@2," + " HeldObjects.Code.shared (ReentrantReadWriteLock)",
    "take, ReentrantLock@2, ReentrantLock@2",
    "locksItself, HeldObjects.Code@3 monitor, HeldObjects.Code@3 monitor"
  })
  void lock_isThatOfTheField(String method, String name, String expected) {
    assertThat(lock(name, frame(method))).isEqualTo(expected);
  }

  /** Texts about threads name what they wait for and hold, which other lines name as well. */
  @ParameterizedTest
  @CsvSource({
    "guarded, Object@7, MONITOR, HeldObjects.Code.guard (Object)",
    "awaitsNotify, Object@7, WAIT, HeldObjects.Code.guard (Object)",
    "awaitsNotify, Object@7, MONITOR, Object@7",
    "awaitsResult, CompletableFuture@7, CALL, HeldObjects.Code.result (CompletableFuture)",
    "awaitsSignal, Condition@7, CALL, HeldObjects.Code.changed (Condition)",
    "locksItself, HeldObjects.Code@7, MONITOR, HeldObjects.Code@7"
  })
  void textAboutThreads_hasTheFields(
      String method, String lock, LockPlace.Use use, String expected) {
    LockPlace place = new LockPlace(lock, use, List.of(frame(method)));
    LockPlace unknown = new LockPlace("Other@1", LockPlace.Use.CALL, List.of());
    assertThat(
            new SourceNames(FILES)
                .of("waits for " + lock + " and Other@1, " + lock, List.of(place, unknown)))
        .isEqualTo("waits for " + expected + " and Other@1, " + expected);
  }

  @Test
  void lockInALocalVariable_hasItsMethod() {
    assertThat(lock("Object@1 monitor", frame("lambda$lambdaOfLock$0")))
        .isEqualTo("local variable monitor of method lambdaOfLock (Object) monitor");
  }

  @Test
  void locksOfOneField_areNumbered() {
    ReportedRace race =
        race(
            "v",
            holding("Object@1 monitor", frame("guarded")),
            holding("Object@2 monitor", frame("guarded")));
    ReportedRace named = named(race);
    assertThat(named.first().locks().get(0).lock())
        .isEqualTo("HeldObjects.Code.guard (Object@1) monitor");
    assertThat(named.second().locks().get(0).lock())
        .isEqualTo("HeldObjects.Code.guard (Object@2) monitor");
  }

  @Test
  void lockInAllTextsOfARace_hasTheSameName() {
    ReportedAccess held = holding("Object@1 monitor", frame("guarded"));
    ReportedAccess access =
        new ReportedAccess(
            held.position(),
            true,
            false,
            held.locks(),
            Optional.of(new SyncPoint(2, Op.RELEASE, "Object@1 monitor", frame("guarded"))));
    Witness.Step step = new Witness.Step(2, "t", "rel(Object@1 monitor)", "A.java:1");
    ReportedRace race =
        race("v", access, access)
            .with(
                new Timeline(
                    List.of(step), List.of(new Section("t", "Object@1 monitor", false, 1, 2)), 0))
            .with(
                new Evidence(
                    Grade.WITNESSED,
                    "by Object@1 monitor",
                    "of Object@1 monitor",
                    "hold Object@1 monitor",
                    new WitnessOrder(2, 0, List.of(step))));
    ReportedRace named = named(race);
    String name = "HeldObjects.Code.guard (Object) monitor";
    assertThat(named.first().nearest().orElseThrow().operand()).isEqualTo(name);
    assertThat(named.timeline().steps().get(0).event()).isEqualTo("rel(" + name + ")");
    assertThat(named.timeline().sections().get(0).lock()).isEqualTo(name);
    assertThat(named.evidence().why()).isEqualTo("by " + name);
    assertThat(named.evidence().remark()).isEqualTo("of " + name);
    assertThat(named.evidence().fix()).isEqualTo("hold " + name);
    assertThat(named.evidence().witness().steps().get(0).event()).isEqualTo("rel(" + name + ")");
  }

  private static ReportedRequest request(String wanted, String held, String by, Frame... stack) {
    Instruction site = stack.length == 0 ? Instruction.UNKNOWN : access(true, stack).site();
    return new ReportedRequest(
        new Position(1, "t", site, List.of(stack), List.of(), ""),
        wanted,
        false,
        List.of(new LockHold(held, false, List.of(frame(by)))));
  }

  private static ReportedDeadlock deadlock(ReportedRequest... requests) {
    return new ReportedDeadlock(
        1,
        List.of(requests),
        new Evidence(Grade.OBSERVED, "", "", "", WitnessOrder.NONE),
        History.NONE);
  }

  @Test
  void locksOfADeadlock_areNamedByTheFrameOfTheCaller() {
    String lock = "ReentrantLock@1";
    String guard = "Object@1 monitor";
    ReportedDeadlock deadlock =
        deadlock(
            request(lock, guard, "guarded", frame("take"), frame("lockedByHelper")),
            request(guard, lock, "take", frame("guarded")));
    assertThat(new SourceNames(FILES).of(deadlock).locks())
        .isEqualTo(
            "HeldObjects.Code.lock (ReentrantLock)," + " HeldObjects.Code.guard (Object) monitor");
  }

  /** A lock is part of the key where the place is not known. */
  @Test
  void keyOfADeadlock_staysTheSame() {
    String lock = "Object@1 monitor";
    String guard = "Object@2 monitor";
    ReportedDeadlock deadlock =
        deadlock(
            request(lock, guard, "guarded"), request(guard, lock, "guarded", frame("guarded")));
    assertThat(new SourceNames(FILES).of(deadlock).key()).isEqualTo(deadlock.key());
  }

  @Test
  void withoutClassFiles_objectsKeepTheirNames() {
    ReportedRace race = race(CONTENTS, access(true, frame("field")), access(true, frame("field")));
    assertThat(new SourceNames(ClassFiles.NONE).of(race)).isEqualTo(race);
  }

  /** As in libraries of before Java 6. */
  @Test
  void codeWithSubroutines_tellsNothing() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V1_4, 0, "Old", null, "java/lang/Object", null);
    MethodVisitor code = writer.visitMethod(0, "run", "(Ljava/util/Map;)V", null, null);
    Label subroutine = new Label();
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(subroutine);
    code.visitVarInsn(Opcodes.ASTORE, 2);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/util/Map", "clear", "()V", true);
    code.visitVarInsn(Opcodes.RET, 2);
    code.visitMaxs(1, 3);
    ClassBody body = new ClassBody(writer.toByteArray());
    assertThat(body.uses(body.methods().get(0), step -> Optional.empty())).isEmpty();
  }
}
