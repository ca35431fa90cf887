package io.racedet.junit.agent;

import static io.racedet.junit.agent.HandmadeSubject.NAME;
import static io.racedet.junit.agent.HandmadeSubject.STATIC;
import static io.racedet.junit.agent.HandmadeSubject.method;
import static io.racedet.junit.agent.HandmadeSubject.subject;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.racedet.junit.agent.model.JdkModel;
import io.racedet.junit.agent.model.UserModels;
import io.racedet.junit.agent.scope.Depth;
import io.racedet.junit.agent.scope.WeavingPlan;
import io.racedet.junit.agent.sites.SiteTable;
import io.racedet.junit.agent.types.TypeCatalog;
import io.racedet.junit.agent.weave.ClassWeaver;
import io.racedet.junit.record.sites.Site;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Weaves methods that are compiled, but would not be with their hooks. */
class AccessMethodsTest {
  /** So often are the accesses repeated that only the woven method is too long. */
  static final int MANY = 15;

  private static final int MAX_COMPILED_SIZE = 8_000;
  private static final int LINE = 42;
  private static final List<String> FIELDS = List.of("I", "J", "F", "D", "C", "S", "Z", "[I");
  private static final List<String> ARRAYS =
      List.of("[I", "[J", "[F", "[D", "[Ljava/lang/String;", "[Z", "[C", "[S");

  private static String array(int kind) {
    return "array" + kind;
  }

  /** Accesses of all kinds, which change nothing; the object is in the local variable. */
  private static void accesses(MethodVisitor code) {
    for (String type : FIELDS) {
      String field = "f" + FIELDS.indexOf(type);
      code.visitVarInsn(Opcodes.ALOAD, 0);
      code.visitInsn(Opcodes.DUP);
      code.visitFieldInsn(Opcodes.GETFIELD, NAME, field, type);
      code.visitFieldInsn(Opcodes.PUTFIELD, NAME, field, type);
      code.visitFieldInsn(Opcodes.GETSTATIC, NAME, "s" + field, type);
      code.visitFieldInsn(Opcodes.PUTSTATIC, NAME, "s" + field, type);
    }
    for (int kind = 0; kind < ARRAYS.size(); kind++) {
      code.visitFieldInsn(Opcodes.GETSTATIC, NAME, array(kind), ARRAYS.get(kind));
      code.visitInsn(Opcodes.ICONST_0);
      code.visitInsn(Opcodes.DUP2);
      code.visitInsn(Opcodes.IALOAD + kind);
      code.visitInsn(Opcodes.IASTORE + kind);
    }
  }

  /** A class whose method {@code run} makes the accesses a number of times. */
  static byte[] large(int version, int times) {
    ClassWriter writer = subject(version);
    for (String type : FIELDS) {
      String field = "f" + FIELDS.indexOf(type);
      writer.visitField(Opcodes.ACC_PRIVATE, field, type, null, null);
      writer.visitField(Opcodes.ACC_STATIC, "s" + field, type, null, null);
    }
    for (int kind = 0; kind < ARRAYS.size(); kind++) {
      writer.visitField(Opcodes.ACC_STATIC, array(kind), ARRAYS.get(kind), null, null);
    }
    method(writer, Opcodes.ACC_PUBLIC, "<init>", "()V", AccessMethodsTest::construct);
    method(writer, STATIC, "<clinit>", "()V", AccessMethodsTest::makeArrays);
    method(
        writer,
        STATIC,
        "run",
        "()V",
        code -> {
          code.visitTypeInsn(Opcodes.NEW, NAME);
          code.visitInsn(Opcodes.DUP);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "<init>", "()V", false);
          code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, NAME, "large", "()V", false);
          code.visitInsn(Opcodes.RETURN);
        });
    method(
        writer,
        Opcodes.ACC_PUBLIC,
        "large",
        "()V",
        code -> {
          Label line = new Label();
          code.visitLabel(line);
          code.visitLineNumber(LINE, line);
          for (int i = 0; i < times; i++) {
            accesses(code);
          }
          code.visitInsn(Opcodes.RETURN);
        });
    return writer.toByteArray();
  }

  private static void construct(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    code.visitInsn(Opcodes.RETURN);
  }

  private static void makeArrays(MethodVisitor code) {
    List<Integer> elements =
        List.of(
            Opcodes.T_INT,
            Opcodes.T_LONG,
            Opcodes.T_FLOAT,
            Opcodes.T_DOUBLE,
            0,
            Opcodes.T_BOOLEAN,
            Opcodes.T_CHAR,
            Opcodes.T_SHORT);
    for (int kind = 0; kind < ARRAYS.size(); kind++) {
      code.visitInsn(Opcodes.ICONST_1);
      if (elements.get(kind) == 0) {
        code.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/String");
      } else {
        code.visitIntInsn(Opcodes.NEWARRAY, elements.get(kind));
      }
      code.visitFieldInsn(Opcodes.PUTSTATIC, NAME, array(kind), ARRAYS.get(kind));
    }
    code.visitInsn(Opcodes.RETURN);
  }

  /* ---- what it does ---- */

  private static List<String> logOf(int version, int times) throws Throwable {
    WovenSubjects subjects = WovenSubjects.recordingData().with(NAME, large(version, times));
    subjects.run(NAME, "run");
    List<String> log = subjects.log();
    int begin = log.indexOf("enter Subject.large") + 1;
    return log.subList(begin, begin + log.subList(begin, log.size()).indexOf("exit"));
  }

  /** What is right for a few accesses is right for many of them. */
  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_2, Opcodes.V1_5, Opcodes.V17})
  void accesses_areRecordedAsThoseOfSmallMethods(int version) throws Throwable {
    List<String> once = logOf(version, 1);
    assertThat(once).hasSize(2 * (4 * FIELDS.size() + 3 * ARRAYS.size()));
    List<String> expected = new ArrayList<>();
    Collections.nCopies(MANY, once).forEach(expected::addAll);
    assertThat(logOf(version, MANY)).isEqualTo(expected);
  }

  @Test
  void methodStaysShort_andOthersAreAdded() {
    byte[] woven = new Catalog().weave(large(Opcodes.V17, MANY), true);
    Map<String, Integer> lengths = lengths(woven);
    assertThat(lengths.get("large()V")).isLessThan(MAX_COMPILED_SIZE);
    // All but loads and stores of references and booleans.
    assertThat(added(lengths)).hasSize(MANY * (4 * FIELDS.size() + 3 * ARRAYS.size() - 4));
    assertThat(added(lengths)).allSatisfy(name -> assertThat(lengths.get(name)).isLessThan(36));
  }

  @Test
  void sites_areThoseOfTheMethod() {
    Catalog moved = new Catalog();
    moved.weave(large(Opcodes.V17, MANY), true);
    Catalog kept = new Catalog();
    kept.weave(large(Opcodes.V17, MANY), false);
    assertThat(moved.sites()).isEqualTo(kept.sites()).anyMatch(site -> site.line() == LINE);
  }

  @Test
  void failingAccess_throwsFromItsLine() {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    new ClassReader(large(Opcodes.V17, MANY)).accept(new WithoutObject(writer), 0);
    WovenSubjects subjects = WovenSubjects.recordingData().with(NAME, writer.toByteArray());
    assertThatThrownBy(() -> subjects.run(NAME, "fail"))
        .isInstanceOf(NullPointerException.class)
        .satisfies(
            thrown -> {
              assertThat(thrown.getStackTrace()[0].getLineNumber()).isEqualTo(LINE);
              assertThat(thrown.getStackTrace()[1].getMethodName()).isEqualTo("fail");
            });
  }

  /** Makes the accesses in another method, of the object null. */
  private static final class WithoutObject extends ClassVisitor {
    WithoutObject(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      if (!name.equals("large")) {
        return super.visitMethod(access, name, descriptor, signature, exceptions);
      }
      MethodVisitor code = super.visitMethod(STATIC, "fail", "()V", null, null);
      return new MethodVisitor(Opcodes.ASM9, code) {
        @Override
        public void visitCode() {
          super.visitCode();
          super.visitInsn(Opcodes.ACONST_NULL);
          super.visitVarInsn(Opcodes.ASTORE, 0);
        }
      };
    }
  }

  /** The verifier lets a class access a protected field of its superclass in its own objects. */
  @Test
  void protectedField_namedBySuperclass_isAccessedByTheMethodItself() throws Throwable {
    String parent = "java/util/ArrayList";
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, NAME, null, parent, null);
    method(
        writer,
        STATIC,
        "run",
        "()V",
        code -> {
          code.visitTypeInsn(Opcodes.NEW, NAME);
          code.visitInsn(Opcodes.DUP);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, NAME, "<init>", "()V", false);
          code.visitVarInsn(Opcodes.ASTORE, 0);
          for (int i = 0; i < 500; i++) {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, "java/util/AbstractList", "modCount", "I");
            code.visitInsn(Opcodes.POP);
          }
          code.visitInsn(Opcodes.RETURN);
        });
    method(
        writer,
        Opcodes.ACC_PUBLIC,
        "<init>",
        "()V",
        code -> {
          code.visitVarInsn(Opcodes.ALOAD, 0);
          code.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
          code.visitInsn(Opcodes.RETURN);
        });
    WovenSubjects subjects = WovenSubjects.recordingData().with(NAME, writer.toByteArray());
    subjects.run(NAME, "run");
    assertThat(subjects.log("after")).contains("field AbstractList.modCount READ");
  }

  /* ---- classes that are loaded ---- */

  @Test
  void loadedClass_getsNoMethods() {
    byte[] woven = new Catalog().weave(large(Opcodes.V17, MANY), false);
    assertThat(added(lengths(woven))).isEmpty();
    assertThat(lengths(woven).get("large()V")).isGreaterThan(MAX_COMPILED_SIZE);
  }

  @Test
  void classThatWasWovenWithoutData_getsNoMethods() {
    Catalog catalog = new Catalog();
    catalog.weaver.weave(getClass().getClassLoader(), large(Opcodes.V17, MANY), Depth.SYNC, true);
    byte[] woven = catalog.weave(large(Opcodes.V17, MANY), false);
    assertThat(added(lengths(woven))).isEmpty();
  }

  @Test
  void loadedClass_thatIsWovenAgain_keepsItsMethods() {
    Catalog catalog = new Catalog();
    byte[] defined = catalog.weave(large(Opcodes.V17, MANY), true);
    List<String> methods = added(lengths(defined));
    assertThat(Arrays.equals(catalog.weave(large(Opcodes.V17, MANY), false), defined)).isTrue();
    for (int times : List.of(1, MANY - 1, MANY + 1)) {
      byte[] changed = catalog.weave(large(Opcodes.V17, times), false);
      assertThat(added(lengths(changed))).as("%d times", times).isEqualTo(methods);
    }
    byte[] again = catalog.weave(large(Opcodes.V17, MANY), false);
    assertThat(lengths(again).get("large()V")).isLessThan(MAX_COMPILED_SIZE);
  }

  @Test
  void classThatIsDefinedAgain_getsTheMethodsThatItNeeds() {
    Catalog catalog = new Catalog();
    catalog.weave(large(Opcodes.V17, MANY), true);
    assertThat(added(lengths(catalog.weave(large(Opcodes.V17, 1), true)))).isEmpty();
  }

  private static final class Catalog {
    final SiteTable table = new SiteTable();
    final ClassWeaver weaver;

    Catalog() {
      WeavingPlan plan = new WeavingPlan();
      plan.giveAllHooks(true);
      weaver = new ClassWeaver(plan, new TypeCatalog(), table, new UserModels(JdkModel.load()));
    }

    List<Site> sites() {
      return IntStream.range(0, table.sites()).mapToObj(table::site).toList();
    }

    byte[] weave(byte[] classFile, boolean isDefinition) {
      ClassLoader loader = AccessMethodsTest.class.getClassLoader();
      return weaver.weave(loader, classFile, Depth.DATA, isDefinition).classFile();
    }
  }

  private static List<String> added(Map<String, Integer> lengths) {
    return lengths.keySet().stream().filter(name -> name.startsWith("racedet$")).toList();
  }

  /** The bytes of code of each method, by name and descriptor. */
  private static Map<String, Integer> lengths(byte[] classFile) {
    Map<String, Integer> result = new TreeMap<>();
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String type, String signature, String[] exceptions) {
                return new MethodVisitor(
                    Opcodes.ASM9, writer.visitMethod(access, name, type, null, null)) {
                  @Override
                  public void visitMaxs(int stack, int locals) {
                    Label end = new Label();
                    super.visitLabel(end);
                    result.put(name + type, end.getOffset());
                    super.visitMaxs(stack, locals);
                  }
                };
              }
            },
            ClassReader.SKIP_FRAMES);
    return result;
  }
}
