// SPDX-License-Identifier: Apache-2.0
package org.rdmaagent.access;

import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jolokia.server.core.osgi.OsgiAgentServlet;
import org.jolokia.server.core.service.api.JolokiaServiceManager;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;

/**
 * Jolokia's servlet, put up by us: it cannot exist without restrictor and guard, and serves only
 * requests that came through the door. Jolokia's own registration is off, because it opens without
 * authentication when it is faster than Configuration Admin.
 */
@SuppressWarnings("serial") // no servlet is ever serialized
class JolokiaServlet extends OsgiAgentServlet {
    private static final long serialVersionUID = 1L;

    private final transient RequestRules rules;
    private final transient AccessPolicy policy;
    private final transient AnswerBudget budget = AnswerBudget.ofThisMachine();

    /** In the framework with its context; on a plain servlet container with null. */
    JolokiaServlet(@Nullable BundleContext context, RequestRules rules, AccessPolicy policy) {
        super(context, new PolicyRestrictor(policy));
        this.rules = rules;
        this.policy = policy;
    }

    @Override
    protected void initServices(ServletConfig config, JolokiaServiceManager services) {
        services.addService(new RequestGuard(policy, budget));
        super.initServices(config, services);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!(request.getAttribute(JolokiaContext.SCOPE) instanceof RequestScope scope)) {
            JolokiaContext.refuse(response, new Refusal(503, "not ready yet; try again"));
            return;
        }
        HttpServletRequest bounded = request;
        if (request.getMethod().equals("POST")) {
            byte[] body = request.getInputStream().readNBytes(rules.maxBodyBytes() + 1);
            Optional<Refusal> tooLong = rules.checkBody(body);
            if (tooLong.isPresent()) {
                JolokiaContext.refuse(response, tooLong.get());
                return;
            }
            bounded = new BoundedRequest(request, body);
        }
        HttpServletResponse answer = new ValidJsonResponse(new UncachedResponse(response));
        scope.enter();
        budget.enter();
        try {
            super.service(new AnsweredRequest(bounded, answer), answer);
        } finally {
            budget.leave();
            RequestScope.leave();
        }
    }
}
