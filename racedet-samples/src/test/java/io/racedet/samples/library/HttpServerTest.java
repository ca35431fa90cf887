package io.racedet.samples.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Jetty is started, receives requests from several clients concurrently, and is stopped. */
class HttpServerTest {
  private static final List<String> JETTY =
      List.of(
          "org.eclipse.jetty:jetty-server",
          "org.eclipse.jetty:jetty-http",
          "org.eclipse.jetty:jetty-io",
          "org.eclipse.jetty:jetty-util");

  /**
   * A field that the acceptor reads while another thread stops the server; and the rest of a
   * request, which the thread that closes its connection consumes without a lock.
   */
  private static final KnownRaces KNOWN =
      KnownRaces.on("AbstractConnector._shutdown", "HttpConnection.HttpStreamOverHTTP1._chunk");

  /** Responds with the text of the request. */
  private static final class Echo extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      String sent = Content.Source.asString(request);
      response.setStatus(200);
      Content.Sink.write(response, true, "you said " + sent, callback);
      return true;
    }
  }

  @Test
  void server_underLoad_racesNowhereElse() {
    KNOWN.checkOthers(JETTY, 1, () -> serve(2, 2));
  }

  @Test
  @Tag("soak")
  void server_underLongLoad_racesNowhereElse() {
    KNOWN.checkOthers(JETTY, 20, () -> serve(6, 12));
  }

  private static void serve(int clients, int requests) throws Exception {
    Server server = new Server(new QueuedThreadPool(8, 2));
    ServerConnector connector = new ServerConnector(server, 1, 1);
    connector.setHost(InetAddress.getLoopbackAddress().getHostAddress());
    server.addConnector(connector);
    server.setHandler(new Echo());
    server.start();
    try {
      URI uri = URI.create("http://" + connector.getHost() + ':' + connector.getLocalPort());
      Crew.of(clients, number -> ask(uri, number, requests));
    } finally {
      server.stop();
    }
  }

  private static void ask(URI uri, int number, int requests) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    for (int i = 0; i < requests; i++) {
      String text = number + "/" + i;
      HttpRequest request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(text)).build();
      HttpResponse<String> response = client.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).isEqualTo(200);
      assertThat(response.body()).isEqualTo("you said " + text);
    }
  }
}
