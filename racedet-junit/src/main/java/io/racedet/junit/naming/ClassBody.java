package io.racedet.junit.naming;

import io.racedet.junit.agent.sites.LambdaNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A class file, as far as it tells where references are from. Not thread-safe. */
final class ClassBody extends ClassVisitor {
  private final List<MethodBody> methods = new ArrayList<>();
  private final Set<String> fields = new HashSet<>();
  private final Map<MethodBody, List<Use>> uses = new HashMap<>();
  private String name = "";
  private String parent = "";
  private boolean isFinal;
  private String enclosing = "";
  private final LambdaNames lambdas;

  ClassBody(byte[] classFile) {
    super(Opcodes.ASM9);
    new ClassReader(classFile).accept(this, ClassReader.SKIP_FRAMES);
    lambdas =
        new LambdaNames(
            methods.stream().map(MethodBody::name).filter(LambdaNames::isLambda).toList());
  }

  /** Its internal name. */
  String name() {
    return name;
  }

  /** The internal name of its superclass; empty if there is none. */
  String parent() {
    return parent;
  }

  boolean isFinal() {
    return isFinal;
  }

  /** The method that a local class is in; empty if it is not in one, or is not local. */
  String enclosing() {
    return enclosing;
  }

  boolean declares(String field) {
    return fields.contains(field);
  }

  List<MethodBody> methods() {
    return methods;
  }

  /**
   * The methods that reports call by a name, in which a lambda has its number in its own method.
   */
  Stream<MethodBody> called(String reported) {
    return methods.stream().filter(method -> lambdas.stable(method.name()).equals(reported));
  }

  Optional<MethodBody> method(String method, String descriptor) {
    return methods.stream()
        .filter(each -> each.name().equals(method) && each.descriptor().equals(descriptor))
        .findFirst();
  }

  /** What one of its methods does, each analysed once. */
  List<Use> uses(MethodBody method, Function<Step, Optional<Origin>> getters) {
    List<Use> known = uses.get(method);
    if (known == null) {
      known = new OriginFlow(method, name, getters).uses();
      uses.put(method, known);
    }
    return known;
  }

  @Override
  public void visit(
      int version, int access, String own, String signature, String superName, String[] others) {
    name = own;
    parent = superName == null ? "" : superName;
    isFinal = (access & Opcodes.ACC_FINAL) != 0;
  }

  @Override
  public void visitOuterClass(String owner, String method, String descriptor) {
    enclosing = method == null ? "" : method;
  }

  @Override
  public FieldVisitor visitField(
      int access, String field, String type, String signature, Object value) {
    fields.add(field);
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String method, String descriptor, String signature, String[] exceptions) {
    MethodBody body = new MethodBody(access, method, descriptor);
    methods.add(body);
    return body;
  }
}
