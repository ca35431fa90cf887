package io.racedet.junit.jdk;

import com.sun.net.httpserver.HttpServer;
import io.racedet.junit.ExpectRace;
import io.racedet.junit.RaceFree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server in the same process: who gets the answer knows what its handler has done. */
@RaceFree
@Tag(JdkPrograms.IMPLEMENTED)
class HttpTest extends JdkPrograms {
  private final Cell cell = new Cell();
  private HttpServer server;
  private ExecutorService pool;
  private HttpRequest request;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    pool = Executors.newFixedThreadPool(2);
    server.setExecutor(pool);
    server.createContext(
        "/",
        exchange -> {
          cell.add();
          exchange.sendResponseHeaders(200, 2);
          exchange.getResponseBody().write("ok".getBytes());
          exchange.close();
        });
    server.start();
    InetSocketAddress address = server.getAddress();
    request =
        HttpRequest.newBuilder(
                URI.create("http://" + address.getHostString() + ":" + address.getPort()))
            .build();
  }

  @AfterEach
  void close() {
    server.stop(0);
    pool.shutdown();
  }

  private CompletableFuture<HttpResponse<String>> ask(HttpClient client) {
    return client.sendAsync(request, BodyHandlers.ofString());
  }

  @Test
  @Tag(SMOKE)
  void answer_comesAfterItsHandler() throws Exception {
    HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    cell.add();
  }

  @Test
  void handler_comesAfterItsRequest() throws Exception {
    cell.add();
    HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
  }

  @Test
  void answerInTheFuture_comesAfterItsHandler() throws Exception {
    ask(HttpClient.newHttpClient()).get();
    cell.add();
  }

  @Test
  void dependentStage_comesAfterItsHandler() throws Exception {
    ask(HttpClient.newHttpClient()).thenAccept(answer -> cell.add()).get();
  }

  @Test
  void answerToUrlConnection_comesAfterItsHandler() throws Exception {
    cell.add();
    request.uri().toURL().openConnection().getInputStream().readAllBytes();
    cell.add();
  }

  @Test
  void secondRequest_comesAfterTheFirstAnswer() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    client.send(request, BodyHandlers.ofString());
    client.send(request, BodyHandlers.ofString());
  }

  @Test
  @Tag(SMOKE)
  @ExpectRace(
      on = "JdkPrograms.Cell.value",
      with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000))
  void twoRequestsAtOnce_race() throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    CompletableFuture<?> first = ask(client);
    CompletableFuture<?> second = ask(client);
    first.get();
    second.get();
  }

  @Test
  @ExpectRace(
      on = "JdkPrograms.Cell.value",
      with = @RaceFree(timeLimit = "20s", repetitions = 1_000_000))
  void beforeTheAnswer_race() throws Exception {
    CompletableFuture<?> answer = ask(HttpClient.newHttpClient());
    cell.add();
    answer.get();
  }
}
